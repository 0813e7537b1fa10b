import type { Look } from '../games';

export const look: Look = { felt: 'light-dark(#7a2423, #5c1b1c)' };
