import type { GameView } from '../games';
import { offersOnFelt } from './cups';
import Middle from './Middle.svelte';

export const view: GameView = { Middle, offers: offersOnFelt };
