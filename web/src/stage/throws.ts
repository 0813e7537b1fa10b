/**
 * Throws that were recorded once with real physics (`make throws`), and how they are shown: the same for everybody,
 * chosen by the number of what happened and never by what fell; the die's faces are turned about its body so that the face
 * that the house drew ends on top. Pure, but for the loading of the file.
 *
 *     const throws = await throwsOf(dice.length);         // once, with the 3D part
 *     const thrown = chosen(throws, 'hand', happening.seq);
 *     const fall = fallOf(thrown, dice);                  // dice: { id, at, turn, size } as they will lie
 *     fall.fall(id, seconds)                              // { at, turn } of a die then, in the world
 *     fall.length, fall.impacts                           // seconds; what sounds when, see sounds.ts
 *     cupAt(thrown, cup, seconds)                         // for throws of a cup: where the cup is
 *
 * Places of a throw are in sides of a die: x to the right, y away from us, z upwards, from the middle of the tray.
 */
import type { Place } from './camera';
import { about, inverse, rotated, slerp, times, unit, type Pose, type Turn } from './quaternion';

export type ThrowKind = 'hand' | 'cup';
export type Surface = 'felt' | 'wood' | 'cup' | 'die';

export interface Impact {
  /** Seconds after the beginning of the throw. */
  readonly at: number;
  /** Which die; the number after the last one is the cup itself. */
  readonly body: number;
  readonly surface: Surface;
  /** How hard: a change of speed, in metres a second. */
  readonly strength: number;
}

interface Knot extends Pose {
  readonly ms: number;
  /** Whether it flies until the next knot: then it falls on the way. */
  readonly flies: boolean;
}

export interface Throw {
  readonly kind: ThrowKind;
  readonly dice: number;
  /** Milliseconds until everything lies still. */
  readonly length: number;
  /** Of each die, and then of the cup. */
  readonly paths: readonly (readonly Knot[])[];
  readonly impacts: readonly Impact[];
  /** The cup's inner radius and height, in sides. */
  readonly cup: { readonly radius: number; readonly height: number };
}

export const MOST = 10;
/** Half the width and depth of the tray inside its rail, in sides: dice never end beyond. */
export const TRAY = [3.8, 3.4] as const;

const KINDS: readonly ThrowKind[] = ['hand', 'cup'];
const SURFACES: readonly Surface[] = ['felt', 'wood', 'cup', 'die'];
const TICK_MS = 8;
const FINE = 64;
const TURN_BITS = 9;
const LOUD = 100;
/** Sides a second a second, as a throw is played: tools/throws.py slows it 1.6 times. */
const GRAVITY = 9.81 / 0.016 / 1.6 ** 2;

// Loading ----------------------------------------------------------------------------------------------------------------

const FILES = import.meta.glob<string>('./recorded/*.bin', { query: '?url', import: 'default', eager: true });
const loaded = new Map<number, Promise<readonly Throw[]>>();

/** The throws of so many dice (one to ten), loaded when first asked for. */
export function throwsOf(dice: number): Promise<readonly Throw[]> {
  const known = loaded.get(dice);
  if (known) return known;
  const loading = load(dice);
  loaded.set(dice, loading);
  loading.catch(() => loaded.delete(dice)); // the next throw asks again
  return loading;
}

async function load(dice: number): Promise<readonly Throw[]> {
  const address = FILES[`./recorded/solid-throws-${dice}.bin`];
  if (!address) throw new RangeError(`no throw of ${dice} dice was recorded`);
  const answer = await fetch(address, { priority: 'low' }); // whatever shows the table comes first
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return decoded(new Uint8Array(await answer.arrayBuffer()));
}

/** What tools/throws.py packed. A throw's way is worked out when somebody asks for it: of hundreds, few are ever shown. */
export function decoded(file: Uint8Array): Throw[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (String.fromCharCode(...file.subarray(0, 4)) !== 'KNTH' || file[4] !== 1) throw new Error('these are no throws');
  const dice = view.getUint8(5);
  const cup = { radius: view.getUint16(8, true) / FINE, height: view.getUint16(10, true) / FINE };
  const throws: Throw[] = [];
  for (let at = 12; at < file.length; ) {
    const length = view.getUint16(at, true);
    throws.push(unpacked(file.subarray(at + 2, at + 2 + length), dice, cup));
    at += 2 + length;
  }
  return throws;
}

/** The head of a block: what kind of throw it is, the attempt by which it can be made again, and how long it takes. */
const HEAD = 5;

function unpacked(block: Uint8Array, dice: number, cup: Throw['cup']): Throw {
  let way: Pick<Throw, 'paths' | 'impacts'> | undefined;
  const known = (): NonNullable<typeof way> => (way ??= wayOf(block.subarray(HEAD)));
  return {
    kind: KINDS[block[0] ?? 0] ?? 'hand',
    dice,
    length: ((block[3] ?? 0) | ((block[4] ?? 0) << 8)) * TICK_MS,
    cup,
    get paths() {
      return known().paths;
    },
    get impacts() {
      return known().impacts;
    },
  };
}

function wayOf(block: Uint8Array): Pick<Throw, 'paths' | 'impacts'> {
  let at = 0;
  const byte = (): number => block[at++] ?? 0;
  const number = (): number => {
    let [value, shift, part] = [0, 0, 128];
    for (; part & 128; shift += 7) value |= ((part = byte()) & 127) << shift;
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  };
  const bytes = (many: number): number[] => Array.from({ length: many }, byte);
  const numbers = (many: number): number[] => summed(Array.from({ length: many }, number));

  const bodies = byte();
  const heard = byte();
  const counts = bytes(bodies);
  const spans = counts.map((count) => bytes(count - 1));
  const axes = [0, 1, 2].map(() => counts.map(numbers));
  const turns = [0, 1, 2, 3].map(() => counts.map(bytes));
  const paths = counts.map((count, body) => {
    let tick = 0;
    return Array.from({ length: count }, (_, i): Knot => {
      const span = spans[body]?.[i] ?? 0;
      const [x = 0, y = 0, z = 0] = axes.map((axis) => (axis[body]?.[i] ?? 0) / FINE);
      const turn = completed(turns.reduce((all, column) => all * 256 + (column[body]?.[i] ?? 0), 0));
      const ms = tick * TICK_MS;
      tick += span >> 1;
      return { ms, flies: Boolean(span & 1), at: [x, y, z], turn: i === count - 1 ? flat(turn) : turn };
    });
  });
  const times = numbers(heard);
  const [who, strengths] = [bytes(heard), bytes(heard)];
  const impacts = times.map((ms, i) => {
    const on = who[i] ?? 0;
    return { at: ms / 1000, body: on >> 2, surface: SURFACES[on & 3] ?? 'felt', strength: (strengths[i] ?? 0) / LOUD };
  });
  return { paths, impacts };
}

function summed(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** A quaternion of which the largest part was left out. */
function completed(packed: number): Turn {
  const most = 2 ** TURN_BITS - 1;
  const rest = [2, 1, 0].map((part) => (((Math.floor(packed / 2 ** (TURN_BITS * part)) & most) / most) * 2 - 1) / Math.SQRT2);
  const largest = Math.floor(packed / 2 ** (3 * TURN_BITS));
  rest.splice(largest, 0, Math.sqrt(Math.max(0, 1 - rest.reduce((sum, each) => sum + each * each, 0))));
  const [w = 1, x = 0, y = 0, z = 0] = rest;
  return unit([x, y, z, w]);
}

/** The same turn, but lying exactly flat. */
function flat(turn: Turn): Turn {
  const [x, y, z] = rotated(turn, sideUp(turn).up);
  return times(unit([y, -x, 0, 1 + z]), turn); // from where that side looks to straight up, the short way
}

// Choosing ---------------------------------------------------------------------------------------------------------------

/**
 * The throw for a happening: by its number alone, so that all see the same and nothing that fell can be seen in it. Every
 * throw is there mirrored too.
 */
export function chosen(throws: readonly Throw[], kind: ThrowKind, seq: number): Throw {
  const fitting = throws.filter((each) => each.kind === kind);
  const number = mixed(seq) % (2 * fitting.length);
  const found = fitting[number >> 1];
  if (!found) throw new RangeError(`no throw from the ${kind} was recorded`);
  return number & 1 ? mirrored(found) : found;
}

/** Neighbouring numbers become far ones. */
function mixed(seq: number): number {
  let hash = Math.imul(seq ^ (seq >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Left and right exchanged: it could have fallen so as well. */
export function mirrored(thrown: Throw): Throw {
  const other = ({ ms, flies, at: [x, y, z], turn: [a, b, c, w] }: Knot): Knot => ({ ms, flies, at: [-x, y, z], turn: [a, -b, -c, w] });
  return { ...thrown, paths: thrown.paths.map((path) => path.map(other)) };
}

/** The same throw from elsewhere: turned about the middle of the tray, so that somebody across the table throws towards us. */
export function thrownFrom(thrown: Throw, angle: number): Throw {
  const [turn, cos, sin] = [about(angle), Math.cos(angle), Math.sin(angle)];
  const other = (knot: Knot): Knot => {
    const [x, y, z] = knot.at;
    return { ...knot, at: [x * cos - y * sin, x * sin + y * cos, z], turn: times(turn, knot.turn) };
  };
  return { ...thrown, paths: thrown.paths.map((path) => path.map(other)) };
}

// Playing ----------------------------------------------------------------------------------------------------------------

/** Where a die (or, after the last one, the cup) is so many milliseconds after the throw: as it fell, whatever it shows. */
export function poseAt(thrown: Throw, body: number, ms: number): Pose {
  const path = thrown.paths[body] ?? [];
  const next = path.findIndex((knot) => knot.ms > ms);
  const [from, to] = next < 0 ? [path.at(-1), path.at(-1)] : [path[Math.max(0, next - 1)], path[next]];
  if (!from || !to) throw new RangeError(`this throw has no body ${body}`);
  if (from === to || next === 0) return from;
  const part = (ms - from.ms) / (to.ms - from.ms);
  const mix = (axis: 0 | 1 | 2): number => from.at[axis] * (1 - part) + to.at[axis] * part;
  const seconds = (to.ms - from.ms) / 1000;
  const over = from.flies ? (GRAVITY / 2) * seconds ** 2 * part * (1 - part) : 0;
  return { at: [mix(0), mix(1), mix(2) + over], turn: slerp(from.turn, to.turn, part) };
}

/** A die that is to be thrown: how it will lie in the world, and how large it is there. */
export interface FallingDie extends Pose {
  readonly id: string;
  readonly size: number;
}

export interface Fall {
  /** Seconds until everything lies. */
  readonly length: number;
  /** Where a die is then, in the world; nothing for others. After `length` it lies as it was to lie. */
  readonly fall: (id: string, seconds: number) => Pose | undefined;
  readonly impacts: readonly Impact[];
}

/** From this part of a throw on dice are carried to where they are to lie, so that they come to rest there. */
const CARRIED_FROM = 0.3;

/**
 * A throw that ends with each die as it is to lie. `turn` says how: whichever of its sides looks up then is the one that
 * the house drew. The way there is recorded; only which body plays which die, and how its sides sit on the body, is
 * decided here.
 */
export function fallOf(thrown: Throw, dice: readonly FallingDie[]): Fall {
  if (dice.length !== thrown.dice) throw new RangeError(`a throw of ${thrown.dice} dice is not one of ${dice.length}`);
  const size = Math.max(...dice.map((die) => die.size));
  const ends = dice.map((_, body) => poseAt(thrown, body, Infinity));
  const [from, to] = [middleOf(ends), middleOf(dice)];
  const inWorld = ([x, y, z]: Place): Place => [to[0] + (x - from[0]) * size, to[1] + (y - from[1]) * size, z * size];
  const bodies = paired(ends.map(({ at }) => inWorld(at)), dice.map(({ at }) => at));
  const plans = new Map(
    dice.map((die, i) => {
      const body = bodies[i] ?? i;
      const end = ends[body] ?? poseAt(thrown, body, Infinity);
      return [die.id, { die, body, end: inWorld(end.at), ...relabelled(end.turn, die.turn) }] as const;
    }),
  );
  const length = thrown.length / 1000;
  return {
    length,
    impacts: thrown.impacts,
    fall: (id, seconds) => {
      const plan = plans.get(id);
      if (!plan) return undefined;
      const { die, body, end, sides, yaw } = plan;
      if (seconds >= length) return { at: die.at, turn: die.turn };
      const { at, turn } = poseAt(thrown, body, seconds * 1000);
      const way = eased((seconds / length - CARRIED_FROM) / (1 - CARRIED_FROM));
      const [x, y, z] = inWorld(at);
      return {
        at: [x + (die.at[0] - end[0]) * way, y + (die.at[1] - end[1]) * way, z + (die.at[2] - end[2]) * way],
        turn: times(about(yaw * way), times(turn, sides)),
      };
    },
  };
}

/** A cup on the stage: where its middle is when it stands, how wide its mouth and how high it is, all in the world. */
export interface StandingCup {
  readonly at: Place;
  readonly width: number;
  readonly height: number;
}

/** A cup comes from nearer than it was thrown from: the whole of its way is to be seen. */
const NEARER = 0.6;

/** Where the cup's mouth is while it is shaken, turned over and set down, and how it is turned. */
function mouthAt(thrown: Throw, cup: StandingCup, seconds: number): Pose {
  const { at, turn } = poseAt(thrown, thrown.dice, seconds * 1000);
  const end = poseAt(thrown, thrown.dice, Infinity).at;
  const size = cup.width / (2 * thrown.cup.radius);
  const along = (i: 0 | 1): number => cup.at[i] + (at[i] - end[i]) * size * NEARER;
  return { at: [along(0), along(1), cup.at[2] - cup.height / 2 + (at[2] - end[2]) * size], turn };
}

/** Where the middle of the cup is meanwhile; it stands on its mouth when it is done. */
export function cupAt(thrown: Throw, cup: StandingCup, seconds: number): Pose | undefined {
  if (thrown.kind !== 'cup') return undefined;
  const { at, turn } = mouthAt(thrown, cup, seconds);
  const [x, y, z] = rotated(turn, [0, 0, cup.height / 2]);
  return { at: [at[0] + x, at[1] + y, at[2] + z], turn };
}

/** How far from the cup's axis its dice may be: it becomes narrower towards its bottom. */
const NARROW = 0.7;

/** Where a die in the cup is meanwhile, and how large: as it lay in the cup that was recorded, which was higher than this one. */
export function insideAt(thrown: Throw, die: number, cup: StandingCup, seconds: number): Pose & { readonly size: number } {
  const recorded = poseAt(thrown, thrown.dice, seconds * 1000);
  const { at, turn } = poseAt(thrown, die, seconds * 1000);
  const size = cup.width / (2 * thrown.cup.radius);
  const away = (i: 0 | 1 | 2): number => (at[i] - recorded.at[i]) * size;
  const [x, y, z] = rotated(inverse(recorded.turn), [away(0), away(1), away(2)]);
  const mouth = mouthAt(thrown, cup, seconds);
  const [p, q, r] = rotated(mouth.turn, [x * NARROW, y * NARROW, (z * cup.height) / (thrown.cup.height * size)]);
  return { at: [mouth.at[0] + p, mouth.at[1] + q, mouth.at[2] + r], turn, size: size * NARROW };
}

/**
 * Which of the 24 ways the sides sit on the body, so that what looks up at the end is what is to; the way that leaves the
 * least to turn about the upright axis, and how much that is.
 */
export function relabelled(end: Turn, wanted: Turn): { readonly sides: Turn; readonly yaw: number } {
  const left = (sides: Turn): Turn => times(wanted, inverse(times(end, sides)));
  const sides = TWENTY_FOUR.reduce((best, each) => (Math.abs(left(each)[3]) > Math.abs(left(best)[3]) ? each : best));
  const [, , z, w] = left(sides);
  return { sides, yaw: 2 * Math.atan(z / w) };
}

function middleOf(poses: readonly Pose[]): readonly [number, number] {
  const mean = (axis: 0 | 1): number => poses.reduce((sum, { at }) => sum + at[axis], 0) / poses.length;
  return [mean(0), mean(1)];
}

/** Which body ends nearest to which place, so that ways do not cross: exchanged in pairs until nothing gets nearer. */
function paired(ends: readonly Place[], places: readonly Place[]): number[] {
  const far = (body: number, place: number): number => {
    const [a, b] = [ends[body] ?? [0, 0, 0], places[place] ?? [0, 0, 0]];
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
  };
  const bodies = places.map((_, i) => i);
  for (let better = true; better; ) {
    better = false;
    for (let i = 0; i < bodies.length; i += 1) {
      for (let j = i + 1; j < bodies.length; j += 1) {
        const [a = 0, b = 0] = [bodies[i], bodies[j]];
        if (far(b, i) + far(a, j) > far(a, i) + far(b, j) - 1e-9) continue;
        [bodies[i], bodies[j]] = [b, a];
        better = true;
      }
    }
  }
  return bodies;
}

// Its sides --------------------------------------------------------------------------------------------------------------

const SIDES: readonly Place[] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

/** Which side of a die looks up: its number among +x −x +y −y +z −z, and where it is on the body. */
export function sideUp(turn: Turn): { readonly side: number; readonly up: Place } {
  const heights = SIDES.map((side) => rotated(turn, side)[2]);
  const side = heights.indexOf(Math.max(...heights));
  return { side, up: SIDES[side] ?? [0, 0, 1] };
}

function eased(part: number): number {
  const inside = Math.min(1, Math.max(0, part));
  return inside * inside * (3 - 2 * inside);
}

/** All ways to turn a cube onto itself. */
const TWENTY_FOUR: readonly Turn[] = (() => {
  const found: Turn[] = [];
  const open: Turn[] = [[0, 0, 0, 1]];
  const quarter = Math.SQRT1_2;
  for (let turn = open.pop(); turn; turn = open.pop()) {
    const [x, y, z, w] = turn;
    if (found.some(([a, b, c, d]) => Math.abs(a * x + b * y + c * z + d * w) > 0.999)) continue;
    found.push(turn);
    open.push(times(turn, [quarter, 0, 0, quarter]), times(turn, [0, 0, quarter, quarter]));
  }
  return found;
})();
