import type { GameLook } from '../games';

export const look: GameLook = { felt: 'light-dark(#7a2423, #5c1b1c)' };
