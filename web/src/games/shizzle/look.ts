import type { GameLook } from '../games';

export const look: GameLook = { felt: 'light-dark(#8a5a12, #6e470f)' };
