/** How things are turned in the world, as quaternions: x y z w. Pure. */
import type { Place } from './camera';

export type Turn = readonly [number, number, number, number];

/** Where something is in the world, and how it is turned. */
export interface Pose {
  readonly at: Place;
  readonly turn: Turn;
}

/** As it lies when nobody has turned it. */
export const FLAT: Turn = [0, 0, 0, 1];

/** First the second, then the first. */
export function times(a: Turn, b: Turn): Turn {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function inverse([x, y, z, w]: Turn): Turn {
  return [-x, -y, -z, w];
}

/** Where a place of a thing is once the thing is turned. */
export function rotated([x, y, z, w]: Turn, [a, b, c]: Place): Place {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

/** About the upright axis. */
export function about(angle: number): Turn {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

export function unit([x, y, z, w]: Turn): Turn {
  const length = Math.hypot(x, y, z, w) || 1;
  return [x / length, y / length, z / length, w / length];
}

/** Evenly from one turn to another, the short way. */
export function slerp(a: Turn, b: Turn, part: number): Turn {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const share = (each: number): number => (angle < 1e-6 ? each : Math.sin(each * angle) / Math.sin(angle));
  const [from, to] = [share(1 - part), dot < 0 ? -share(part) : share(part)];
  return unit([a[0] * from + b[0] * to, a[1] * from + b[1] * to, a[2] * from + b[2] * to, a[3] * from + b[3] * to]);
}
