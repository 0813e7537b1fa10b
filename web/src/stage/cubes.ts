/** A die as one sees it, without WebGL: which of its sides look at us, and how a square of 100 is drawn on each. */
import type { DieFace } from '../dice/faces';
import { seen, type Camera, type Place } from './camera';
import { rotated, type Turn } from './quaternion';

export interface Side {
  readonly die: DieFace;
  /** The six numbers of an SVG matrix. */
  readonly matrix: string;
  /** How dark it is. */
  readonly shade: number;
}

/** Of the sides to +x −x +y −y +z −z: where they look, where the right of their picture is, and its top. */
const SIDES: readonly (readonly [Place, Place, Place])[] = [
  [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
  [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
  [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
  [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
  [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
  [[0, 0, -1], [-1, 0, 0], [0, 1, 0]],
];
const LAMP: Place = [-0.3, 0.25, 0.92];

export function sidesSeen(camera: Camera, at: Place, size: number, turn: Turn, faces: readonly DieFace[]): Side[] {
  const eye: Place = [0, -Math.sin(camera.tilt) * camera.away, Math.cos(camera.tilt) * camera.away];
  return SIDES.flatMap(([out, right, top], i) => {
    const die = faces[i];
    const [n, u, v] = [rotated(turn, out), rotated(turn, right), rotated(turn, top)];
    const middle = moved(at, n, size / 2);
    if (!die || dot(n, [eye[0] - middle[0], eye[1] - middle[1], eye[2] - middle[2]]) <= 0) return [];
    const corner = seen(camera, moved(moved(middle, u, -size / 2), v, size / 2));
    const across = seen(camera, moved(moved(middle, u, size / 2), v, size / 2));
    const down = seen(camera, moved(moved(middle, u, -size / 2), v, -size / 2));
    const numbers = [across.x - corner.x, across.y - corner.y, down.x - corner.x, down.y - corner.y].map((each) => each / 100);
    return [{ die, matrix: [...numbers, corner.x, corner.y].map((each) => each.toFixed(3)).join(' '), shade: Math.min(0.3, Math.max(0, 0.3 * (1 - dot(n, LAMP)) - 0.02)) }];
  });
}

function moved([x, y, z]: Place, [a, b, c]: Place, by: number): Place {
  return [x + a * by, y + b * by, z + c * by];
}
function dot([a, b, c]: Place, [x, y, z]: Place): number {
  return a * x + b * y + c * z;
}
