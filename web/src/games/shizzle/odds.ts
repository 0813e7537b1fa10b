/** How likely it is to choke: that of the dice rolled together none can join the line. */
import type { Face } from '../../protocol/views/shizzle';

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/** The colour of a number on a die of the box's set. */
function boxColour(die: number, number: number): string {
  return COLOURS[(number + die) % 6] ?? 'red';
}

/** The exact chance, for the box's dice, if all dice outside the line are rolled. */
export function chokeChance(line: readonly Face[]): number {
  const end = line.at(-1);
  if (!end || line.length >= 6) return 0;
  const used = new Set(line.map((face) => face.die));
  return [0, 1, 2, 3, 4, 5]
    .filter((die) => !used.has(die))
    .map((die) => [1, 2, 3, 4, 5, 6].filter((n) => n !== end.number && boxColour(die, n) !== end.colour).length / 6)
    .reduce((all, misses) => all * misses, 1);
}
