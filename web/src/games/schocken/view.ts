import type { GameView } from '../games';
import type { View } from '../../protocol/views/schocken';
import { offersOnFelt } from './cups';
import { SchockenDesk } from './desk.svelte';
import Panel from './Panel.svelte';

export const view: GameView = {
  desk: () => new SchockenDesk(),
  Panel,
  offers: (choice, known) => offersOnFelt(choice, known.position?.view as View),
  secret: (view) => !(view as View).options.counted,
};
