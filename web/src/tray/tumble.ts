/** How a die tumbles into its place: computed backwards from where and how it must lie, so that it always lands so. */
import { Quaternion, Vector3 } from 'three';

const UP = new Vector3(0, 0, 1);

export interface Pose {
  readonly x: number;
  readonly y: number;
  /** Height of the die's middle over the felt. */
  readonly z: number;
  readonly turned: Quaternion;
}

export interface Tumble {
  /** Where the die ends: the middle of its place. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Where it is thrown from. */
  readonly fromX: number;
  readonly fromY: number;
  /** Seconds. */
  readonly length: number;
  readonly delay: number;
  /** How it lies in the end, turned about the upright axis. */
  readonly yaw: number;
  readonly quarterTurns: number;
  readonly spin: number;
  readonly bounces: number;
  /** How high it comes in. */
  readonly high: number;
}

/** A throw of one die towards its place, by an even source of chance (0 up to 1). Lasts 0.8 to 1.4 s in all. */
export function thrown(x: number, y: number, size: number, width: number, height: number, chance: () => number): Tumble {
  const side = chance() - 0.5;
  return {
    x,
    y,
    size,
    fromX: side * width * 0.8,
    fromY: -height / 2 - size * (1.5 + chance()),
    length: 0.8 + chance() * 0.4,
    delay: chance() * 0.2,
    yaw: (chance() - 0.5) * 0.5,
    quarterTurns: 5 + Math.floor(chance() * 4),
    spin: (chance() - 0.5) * 5,
    bounces: 2 + Math.floor(chance() * 2),
    high: size * 2.2,
  };
}

/** A die that is moved over the felt, not thrown: from where it lay. */
export function moved(to: Tumble, from: Tumble): Tumble {
  const still = { length: 0.28, delay: 0, quarterTurns: 0, spin: 0, bounces: 0, high: 0 };
  return { ...to, ...still, yaw: from.yaw, fromX: from.x, fromY: from.y };
}

/** Where the die is, so many seconds after the throw. */
export function poseAt(tumble: Tumble, seconds: number): Pose {
  const time = clamp((seconds - tumble.delay) / tumble.length);
  const way = 1 - (1 - time) ** 3;
  const left = 1 - way;
  const [dx, dy] = [tumble.x - tumble.fromX, tumble.y - tumble.fromY];
  const distance = Math.hypot(dx, dy) || 1;
  const roll = about(new Vector3(-dy / distance, dx / distance, 0), -left * tumble.quarterTurns * (Math.PI / 2));
  const turned = roll.multiply(about(UP, tumble.yaw + left * tumble.spin));
  const hop = time < 1 ? (1 - time) ** 2 * tumble.high * Math.abs(Math.cos(Math.PI * tumble.bounces * way)) : 0;
  return {
    x: tumble.fromX + dx * way,
    y: tumble.fromY + dy * way,
    z: resting(turned, tumble.size) + hop,
    turned,
  };
}

export function lengthOf(tumbles: readonly Tumble[]): number {
  return Math.max(0, ...tumbles.map((tumble) => tumble.delay + tumble.length));
}

/** When a die touches the felt: sounds go there. */
export function touches(tumble: Tumble): number[] {
  const half = Array.from({ length: tumble.bounces }, (_, i) => (i + 0.5) / tumble.bounces);
  return half.map((way) => tumble.delay + tumble.length * (1 - Math.cbrt(1 - way)));
}

/** How high the middle of a cube lies when, turned like this, its lowest corner touches the felt. */
export function resting(turned: Quaternion, size: number): number {
  const { x, y, z } = UP.clone().applyQuaternion(turned.clone().invert());
  return (size / 2) * (Math.abs(x) + Math.abs(y) + Math.abs(z));
}

function about(axis: Vector3, angle: number): Quaternion {
  return new Quaternion().setFromAxisAngle(axis, angle);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
