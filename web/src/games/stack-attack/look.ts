import type { GameLook } from '../games';

export const look: GameLook = { felt: 'light-dark(#2f6590, #234c6e)' };
