import type { GameView } from '../games';
import { desk } from './desk';
import Panel from './Panel.svelte';

export const view: GameView = { desk, Panel, offers: (choice) => choice.move.type === 'Lay' || choice.move.type === 'Strike', secret: () => false };
