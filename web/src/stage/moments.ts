/**
 * Moments: rare and large. The last part of the throw is slow, then words stand on a banner that covers none of the dice.
 * Everything here is pure.
 */
import type { MomentView } from '../protocol/socket';
import type { Picture } from './layout';
import type { Falling } from './motion';

/** Something everybody looks up for. */
export interface Moment {
  /** The number of the happening. */
  readonly seq: number;
  /** What the game says of it; null: the game is over. */
  readonly told: MomentView | null;
}

/** What is seen and heard of it. */
export interface Shouted {
  readonly seq: number;
  readonly words: string;
  readonly sound: MomentView['sound'] | 'win';
  readonly rains: readonly string[];
}

/** The end of any game rains these. */
export const GOLD: readonly string[] = ['amber', 'ivory', 'yellow'];

// Slow motion -------------------------------------------------------------------------------------------------------------

/** From this part of a throw on it is slow, and so slow. */
const [FROM, SPEED] = [0.55, 0.4];

/** How long a throw takes that is slow at its end. */
export function slowed(length: number): number {
  return length * (FROM + (1 - FROM) / SPEED);
}

/** How far a throw of this length is when so much time has passed. */
export function tempo(passed: number, length: number): number {
  const from = FROM * length;
  return passed < from ? passed : Math.min(length, from + (passed - from) * SPEED);
}

/** When something is seen that happens at a time of the throw. */
export function seenAt(at: number, length: number): number {
  const from = FROM * length;
  return at < from ? at : from + (at - from) / SPEED;
}

/** The same throw, slow at its end. */
export function slowly(falling: Falling): Falling {
  const { length, fall, impacts, meanwhile } = falling;
  return {
    ...falling,
    length: slowed(length),
    fall: (id, seconds) => fall(id, tempo(seconds, length)),
    ...(meanwhile ? { meanwhile: (seconds: number) => meanwhile(tempo(seconds, length)) } : {}),
    impacts: impacts.map((impact) => ({ ...impact, at: seenAt(impact.at, length) })),
  };
}

// The banner --------------------------------------------------------------------------------------------------------------

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How large a banner may be, as parts of the stage's width; the largest that covers no die is taken. */
const SHAPES = [
  [0.56, 0.1],
  [0.46, 0.09],
  [0.4, 0.12],
  [0.32, 0.1],
  [0.26, 0.08],
] as const;
const TALL_SHAPES = [
  [0.84, 0.17],
  [0.66, 0.15],
  [0.54, 0.16],
  [0.44, 0.13],
] as const;
const STEPS = 24;
/** How much worse it is to lie on a die that waits, a pile or words than on the cloth. */
const SOFT = 3;

/** Where a banner covers nothing that it speaks of: over the cloth, as near to the middle as can be. */
export function bannerIn({ layout, camera, things, laid, labels }: Picture): Box {
  const deep = Math.cos(camera.tilt) + Math.sin(camera.tilt);
  const around = (x: number, y: number, width: number, height: number): Box => ({ left: x - width / 2, top: y - height / 2, width, height });
  const boxes = things.map((thing) => {
    if (thing.kind !== 'pile') return around(thing.x, thing.y, thing.size * 1.16, thing.size * deep * 1.12);
    const [xs, ys] = [thing.stacks.map(({ x }) => x), thing.stacks.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs, thing.x), Math.max(...xs, thing.x), Math.min(...ys, thing.y), Math.max(...ys, thing.y)];
    return around((left + right) / 2, (top + bottom) / 2, right - left + thing.size, bottom - top + thing.size * deep);
  });
  // Dice that can be read, and the cups over some: these it speaks of. What only waits may be covered for a while.
  const spoken = new Set(laid.flatMap((each) => each.things.filter(({ kind }) => kind === 'die' || kind === 'cup')));
  const isFirm = (i: number): boolean => spoken.has(things[i] as Picture['things'][number]) && !(things[i] as { readonly waiting?: boolean }).waiting;
  const firm = boxes.filter((_, i) => isFirm(i));
  const soft = [...boxes.filter((_, i) => !isFirm(i)), ...labels.map(({ x, y }) => around(x, y, layout.width * 0.12, 40))];
  const { name } = layout.around;
  for (const [wide, high] of layout.height > layout.width ? TALL_SHAPES : SHAPES) {
    const [width, height] = [wide * layout.width, high * layout.width];
    let best: { readonly box: Box; readonly cost: number } | undefined;
    for (let row = 0; row <= STEPS; row += 1) {
      for (let column = 0; column <= STEPS; column += 1) {
        const left = layout.width * 0.02 + (column / STEPS) * (layout.width * 0.96 - width);
        const top = name + (row / STEPS) * (layout.own[1] - 40 - name - height);
        const box = { left, top, width, height };
        if (firm.some((each) => shared(box, each) > 0)) continue;
        const away = Math.hypot((left + width / 2) / layout.width - 0.5, (top + height / 2) / layout.height - 0.42);
        const cost = away + (SOFT * soft.reduce((sum, each) => sum + shared(box, each), 0)) / (width * height);
        if (!best || cost < best.cost) best = { box, cost };
      }
    }
    if (best) return best.box;
  }
  return { left: layout.width * 0.2, top: 0, width: layout.width * 0.6, height: name };
}

/** How much two boxes share. */
export function shared(a: Box, b: Box): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How large the letters may be, in units of the stage: long words stand in two lines. */
export function letterSize(words: string, { width, height }: Box): number {
  const lines = words.length > 14 ? 2 : 1;
  return Math.min((height / lines) * 0.68, (width * 0.92) / (0.62 * Math.max(6, (words.length / lines) * (lines > 1 ? 1.25 : 1))));
}
