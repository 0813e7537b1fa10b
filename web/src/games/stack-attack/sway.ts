/** The hand over the tower: where it is, from the waves that the house drew. Micrometres and milliseconds. */
import type { Sway, Wave } from '../../protocol/views/stack-attack';

export function swing(sway: Sway, elapsed: number): readonly [x: number, y: number] {
  return [swung(sway.x, elapsed), swung(sway.y, elapsed)];
}

function swung(waves: readonly Wave[], elapsed: number): number {
  return waves.reduce((sum, [amplitude, period, phase]) => sum + amplitude * Math.sin((2 * Math.PI * elapsed) / period + phase / 1000), 0);
}
