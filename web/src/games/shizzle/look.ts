import type { Look } from '../games';

export const look: Look = { felt: 'light-dark(#8a5a12, #6e470f)' };
