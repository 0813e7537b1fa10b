import type { GameView } from '../games';
import { sharesDevice } from './calling';
import Middle from './Middle.svelte';

export const view: GameView = {
  Middle,
  offers: (choice, known) => choice.move.type === 'Pass' && sharesDevice(known),
  asks: (_, known) => sharesDevice(known),
  secret: () => false,
};
