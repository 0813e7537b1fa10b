/** How one picture becomes the next: what moved glides, what was thrown falls. Pure, but for who asks it the time. */
import { sidesOf, type DieFace } from '../dice/faces';
import { under, type Camera, type Place } from './camera';
import type { DieThing, Picture, Thing } from './layout';
import { FLAT, slerp, type Pose } from './quaternion';
import type { Impact } from './throws';
import { BAG_HIGH, CUP_HIGH, type Shown } from './shown';

const GLIDE = 0.34;
const HOP = 0.5;
/** A chip's way, when the next one follows it, and how many at most are seen on it. */
const FLIGHT = 0.55;
const APART = 0.07;
const MOST = 8;
/** From so far from above on, one sees dice rather from the side: then their number is there too. */
const FROM_THE_SIDE = 0.8;

/** Everything as it lies still. */
export function still(picture: Picture): Shown[] {
  return picture.things.map((thing) => lying(thing, picture.camera));
}

function lying(thing: Thing, camera: Camera): Shown {
  const { id, kind, size } = thing;
  if (thing.kind === 'die') return { id, kind, size, at: thing.at, turn: thing.turn, sides: facesOf(thing, camera), on: thing.on === true };
  if (thing.kind === 'pile') {
    const at = under(camera, thing.x, thing.y, 0);
    const stacks = thing.stacks.map((stack) => {
      const [x, y] = under(camera, stack.x, stack.y, 0);
      return { ...stack, x: x - at[0], y: y - at[1] };
    });
    return { id, kind, size, at, turn: FLAT, stacks, amount: thing.amount };
  }
  if (thing.kind === 'slot') {
    const [x, y] = under(camera, thing.x, thing.y, size / 2); // where the die will stand, whose middle is seen there
    return { id, kind, size, at: [x, y, 0], turn: FLAT };
  }
  const high = thing.kind === 'cup' ? CUP_HIGH : thing.kind === 'bag' ? BAG_HIGH : 0;
  return { id, kind, size, at: under(camera, thing.x, thing.y, (size * high) / 2), turn: FLAT };
}

/** The faces to +x −x +y −y +z −z. */
export function facesOf({ die, waiting }: DieThing, camera: Camera): DieFace[] {
  if (waiting) return Array.from({ length: 6 }, () => ({ face: die.colour ? '' : ' ', colour: die.colour }));
  const [up = die, down = die, a = die, b = die, c = die, d = die] = sidesOf(die);
  return camera.tilt > FROM_THE_SIDE ? [a, b, c, up, up, down] : [a, b, c, d, up, down];
}

/** Where each die, or the cup, is at a moment of a throw, by its id. */
export type FallPath = (id: string, seconds: number) => Pose | undefined;

/** A throw as it is played. */
export interface Falling {
  readonly fall: FallPath;
  /** In seconds. */
  readonly length: number;
  /** The number of what happened: the same throw is not begun twice. */
  readonly seq: number;
  readonly impacts: readonly Impact[];
  /** How many fall. */
  readonly dice: number;
  /** What is seen only meanwhile: the blank dice in a cup. */
  readonly meanwhile?: (seconds: number) => readonly Shown[];
}

/** A chip on its way, by the seconds since it left. */
type Flight = (seconds: number) => Shown[];

/** What changes hands, and when the first of it leaves, in seconds from the beginning. */
export interface Paying {
  readonly flights: readonly Flight[];
  readonly from: number;
}

export interface Change {
  /** Seconds until everything lies. */
  readonly length: number;
  readonly paying: Paying;
  readonly at: (seconds: number) => readonly Shown[];
}

/** What is thrown follows its `fall` and then goes to its place; everything else goes there at once. What is `on` its way between piles already stays so. */
export function change(before: readonly Shown[], after: readonly Shown[], thrown?: Pick<Falling, 'fall' | 'length' | 'meanwhile'>, on?: Paying): Change {
  const { fall, length: falling = 0, meanwhile } = thrown ?? {};
  const was = new Map(before.map((thing) => [`${thing.kind}/${thing.id}`, thing]));
  const moves = after.map((thing) => {
    const fallen = thing.kind === 'die' || thing.kind === 'cup' ? fall?.(thing.id, falling) : undefined;
    const from = fallen ? { ...thing, ...fallen } : was.get(`${thing.kind}/${thing.id}`);
    const goes = from !== undefined && thing.kind !== 'pile' && (far(from.at, thing.at) > thing.size * 0.05 || from.size !== thing.size);
    return { thing, from: goes ? from : undefined, thrown: fallen !== undefined };
  });
  const gliding = moves.some(({ from, thrown }) => from && !thrown);
  const landing = moves.some(({ from, thrown }) => from && thrown);
  const lies = Math.max(gliding ? GLIDE : 0, fall ? falling + (landing ? GLIDE : 0) : 0);
  const paying = on ?? { flights: flightsBetween(was, after), from: lies }; // chips change hands when the dice lie
  const { flights, from: leaves } = paying;
  const paid = flights.length ? leaves + FLIGHT + (flights.length - 1) * APART : 0;
  const length = Math.max(lies, paid);
  return {
    length,
    paying,
    at: (seconds) =>
      seconds >= length
        ? after
        : [
            ...moves.map(({ thing, from, thrown }) => {
              if (thing.kind === 'pile') return (seconds < paid && was.get(`pile/${thing.id}`)) || thing;
              if (thrown && fall && seconds < falling) return { ...thing, ...fall(thing.id, seconds) };
              return from ? between(from, thing, clamp((seconds - (thrown ? falling : 0)) / GLIDE), thrown ? 0 : HOP) : thing;
            }),
            ...(seconds < falling ? (meanwhile?.(seconds) ?? []) : []),
            ...flights.flatMap((flight, i) => flight(seconds - leaves - i * APART)),
          ],
  };
}

/** What was on its way between piles has arrived. */
export function paidOut(shown: readonly Shown[], meant: readonly Shown[]): Shown[] {
  const piles = new Map(meant.map((thing) => [`${thing.kind}/${thing.id}`, thing]));
  return shown.flatMap((thing) => (thing.kind === 'chip' ? [] : [(thing.kind === 'pile' && piles.get(`pile/${thing.id}`)) || thing]));
}

/** Whether the same lies in every pile. */
export function sameAmounts(one: readonly Shown[], other: readonly Shown[]): boolean {
  const amounts = (all: readonly Shown[]): string => JSON.stringify(all.flatMap(({ id, kind, amount }) => (kind === 'pile' ? [[id, amount]] : [])));
  return amounts(one) === amounts(other);
}

/** Chips and discs that change hands are seen to travel, from the piles that shrank to those that grew. */
function flightsBetween(was: ReadonlyMap<string, Shown>, after: readonly Shown[]): Flight[] {
  const changes = after.flatMap((pile) => {
    const before = was.get(`pile/${pile.id}`);
    const by = (pile.amount ?? 0) - (before?.amount ?? 0);
    return pile.kind === 'pile' && before && by ? [{ pile: { ...pile, stacks: before.stacks?.length ? before.stacks : (pile.stacks ?? []) }, by }] : [];
  });
  return ways(changes).map(([from, to], i) => {
    const colour = from.stacks.at(-1)?.colour ?? 'ivory';
    const chip: Shown = { id: `chip.${i}`, kind: 'chip', size: to.size, turn: FLAT, at: from.at, colour };
    return (seconds) => (seconds <= 0 || seconds >= FLIGHT ? [] : [between(chip, { ...chip, at: to.at }, seconds / FLIGHT, 2)]);
  });
}

/** Who gives one to whom, one by one; none where nothing was given, as with points. */
export function ways<Pile>(together: readonly { readonly pile: Pile; readonly by: number }[]): (readonly [from: Pile, to: Pile])[] {
  const one = (sign: number): Pile[] => together.flatMap(({ pile, by }) => Array.from({ length: Math.max(0, sign * by) }, () => pile));
  const [givers, takers] = [one(-1), one(1)];
  return givers.slice(0, MOST).flatMap((from, i) => {
    const to = takers[i];
    return to === undefined ? [] : [[from, to] as const];
  });
}

function between(from: Shown, to: Shown, part: number, hop: number): Shown {
  const way = part * part * (3 - 2 * part);
  const mix = (a: number, b: number): number => a + (b - a) * way;
  const up = hop * to.size * 4 * way * (1 - way);
  return {
    ...to,
    size: mix(from.size, to.size),
    at: [mix(from.at[0], to.at[0]), mix(from.at[1], to.at[1]), mix(from.at[2], to.at[2]) + up],
    turn: slerp(from.turn, to.turn, way),
  };
}

function far(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
