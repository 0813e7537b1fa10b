import type { GameView } from '../games';
import { desk } from './desk';
import Odds from './Odds.svelte';

export const view: GameView = { desk, Aside: Odds, offers: (choice) => choice.move.type === 'Lay' || choice.move.type === 'Strike', secret: () => false };
