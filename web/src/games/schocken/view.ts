import type { GameView } from '../games';
import type { View } from '../../protocol/views/schocken';
import { offersOnFelt } from './cups';
import Middle from './Middle.svelte';

export const view: GameView = {
  Middle,
  offers: (choice, known) => offersOnFelt(choice, known.position?.view as View),
  secret: (view) => !(view as View).options.counted,
  shared: (view) => (view as View).reveal !== null,
};
