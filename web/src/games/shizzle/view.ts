import type { GameView } from '../games';
import Middle from './Middle.svelte';

export const view: GameView = { Middle, offers: (choice) => choice.move.type === 'Lay', secret: () => false };
