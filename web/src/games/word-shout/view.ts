import type { GameView } from '../games';
import { sharesDevice } from './calling';
import Panel from './Panel.svelte';

export const view: GameView = {
  Panel,
  offers: (choice, known) => choice.move.type === 'Pass' && sharesDevice(known),
  asks: (_, known) => sharesDevice(known),
  secret: () => false,
};
