import type { GameView } from '../games';
import { sharesDevice } from './calling';
import { WordDesk } from './desk.svelte';
import Panel from './Panel.svelte';

export const view: GameView = {
  desk: () => new WordDesk(),
  Panel,
  offers: (choice, known) => choice.move.type === 'Pass' && sharesDevice(known),
  asks: () => true,
  secret: () => false,
};
