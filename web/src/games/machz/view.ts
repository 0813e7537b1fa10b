import type { GameView } from '../games';
import type { View } from '../../protocol/views/machz';
import Middle from './Middle.svelte';

export const view: GameView = {
  Middle,
  offers: (choice) => choice.move.type === 'Bet',
  secret: (view) => (view as View).phase === 'betting',
};
