import type { GameView } from '../games';
import { desk } from './desk';

export const view: GameView = { desk, offers: (choice) => choice.move.type === 'Lay' || choice.move.type === 'Strike', secret: () => false };
