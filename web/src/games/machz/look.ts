import type { Look } from '../games';

export const look: Look = { felt: 'light-dark(#1c6362, #154c4d)' };
