import type { GameView } from '../games';
import { TowerDesk } from './desk.svelte';
import Panel from './Panel.svelte';

const FELT = new Set(['Place', 'Shift', 'LetGo']);

export const view: GameView = {
  desk: (table) => new TowerDesk(table),
  Panel,
  offers: (choice) => FELT.has(choice.move.type),
  asks: (kind) => FELT.has(kind.kind),
  secret: () => false,
};
