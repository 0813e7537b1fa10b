import type { GameView } from '../games';
import Middle from './Middle.svelte';

export const view: GameView = {
  Middle,
  offers: (choice) => choice.move.type === 'Bet',
  secret: (view) => (view as { phase: string }).phase === 'betting',
};
