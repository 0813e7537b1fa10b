import type { GameLook } from '../games';

export const look: GameLook = { felt: 'light-dark(#5b4384, #453266)' };
