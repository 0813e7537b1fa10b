import type { GameView } from '../games';
import Middle from './Middle.svelte';

export const view: GameView = { Middle };
