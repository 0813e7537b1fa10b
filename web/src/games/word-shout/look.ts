import type { Look } from '../games';

export const look: Look = { felt: 'light-dark(#5b4384, #453266)' };
