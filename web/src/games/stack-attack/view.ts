import type { GameView } from '../games';
import Middle from './Middle.svelte';

const FELT = new Set(['Place', 'Shift', 'LetGo']);

export const view: GameView = { Middle, offers: (choice) => FELT.has(choice.move.type), asks: (kind) => FELT.has(kind.kind), secret: () => false };
