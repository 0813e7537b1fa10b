import type { GameLook } from '../games';

export const look: GameLook = { felt: 'light-dark(#1c6362, #154c4d)' };
