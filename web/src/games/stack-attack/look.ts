import type { Look } from '../games';

export const look: Look = { felt: 'light-dark(#2f6590, #234c6e)' };
