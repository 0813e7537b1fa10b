/** The house's films of a placement: how the plate and every die moved. Lengths in micrometres, quaternions as w x y z. */
import type { Pose } from '../../protocol/views/stack-attack';

export interface Film {
  /** Frames a second. */
  readonly rate: number;
  /** Each frame: the plate first, then the dice from the bottom. */
  readonly frames: readonly (readonly Pose[])[];
}

const STEP = 20;
const TURN_STEP = 1 / 4096;
const NUMBERS = 7;

export async function unpacked(film: string): Promise<Film> {
  const bytes = Uint8Array.from(atob(film), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return read(new Uint8Array(await new Response(stream).arrayBuffer()));
}

function read(bytes: Uint8Array): Film {
  const values = varints(bytes);
  const next = (): number => values.next().value ?? 0;
  const [rate, count, bodies] = [next(), next(), next()];
  const columns = Array.from({ length: bodies * NUMBERS }, () => followed(next, count));
  const number = (body: number, which: number, frame: number): number => (columns[body * NUMBERS + which]?.[frame] ?? 0) * (which < 3 ? STEP : TURN_STEP);
  const pose = (body: number, frame: number): Pose => [0, 1, 2, 3, 4, 5, 6].map((which) => number(body, which, frame)) as unknown as Pose;
  return { rate, frames: Array.from({ length: count }, (_, frame) => Array.from({ length: bodies }, (_, body) => pose(body, frame))) };
}

/** Each number is written as how far it strays from going on as before. */
function followed(next: () => number, count: number): number[] {
  let [last, before] = [0, 0];
  return Array.from({ length: count }, () => {
    [last, before] = [next() + 2 * last - before, last];
    return last;
  });
}

function* varints(bytes: Uint8Array): Generator<number, undefined> {
  let value = 0;
  let weight = 1;
  for (const byte of bytes) {
    value += (byte & 0x7f) * weight;
    weight *= 128;
    if (byte < 0x80) {
      yield value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      [value, weight] = [0, 1];
    }
  }
  return undefined;
}
