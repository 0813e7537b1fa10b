/** What a renderer draws at one moment: every thing where it is just now. */
import type { DieFace } from '../dice/faces';
import type { Place } from './camera';
import type { PileThing, Thing } from './layout';
import type { Turn } from './quaternion';

export interface Shown {
  readonly id: string;
  readonly kind: Thing['kind'] | 'chip';
  /** Where its middle is in the world. */
  readonly at: Place;
  readonly turn: Turn;
  readonly size: number;
  /** A die's six faces: those to +x −x +y −y +z −z of it. */
  readonly sides?: readonly DieFace[];
  readonly stacks?: PileThing['stacks'];
  /** What a pile stands for. */
  readonly amount?: number;
  readonly colour?: string;
  /** Whether it stands on something else than the cloth. */
  readonly on?: boolean;
  /** Whether it can be played now. */
  readonly glows?: boolean;
  /** Whether it has been picked. */
  readonly picked?: boolean;
}

/** What can be played is lifted a little above the rest, by so much of its size. */
export const LIFTED = 0.16;
/** How high things are, as a part of their size. */
export const CUP_HIGH = 0.95;
export const BAG_HIGH = 0.8;
export const PIECE_HIGH = 0.24;

export const COLOURS: Readonly<Record<string, string>> = {
  amber: '#e39a1c',
  ivory: '#f3e7cd',
  wood: '#c79a63',
  white: '#f6f1e6',
  yellow: '#ecc23d',
  red: '#b8322a',
  blue: '#2a61b0',
  covered: '#3d2a1c',
};
