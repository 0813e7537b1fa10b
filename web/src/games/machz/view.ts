import type { GameView } from '../games';
import type { View } from '../../protocol/views/machz';
import Panel from './Panel.svelte';

export const view: GameView = {
  Panel,
  offers: (choice) => choice.move.type === 'Bet',
  secret: (view) => (view as View).phase === 'betting',
};
