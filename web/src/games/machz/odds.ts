/** How likely a match is: of a first roll three dice must match, of a later one a single die. */
import { PAINTS } from '../../dice/faces';

const COLOURS = Object.keys(PAINTS);
const WHOLE_SET = 5;
const NEAR = 3;

/** The exact chance, by counting every way in which as many dice as colours are wanted can fall. */
export function matchChance(wanted: readonly string[]): number {
  const needed = wanted.length === WHOLE_SET ? NEAR : 1;
  const ways = COLOURS.length ** wanted.length;
  let hits = 0;
  for (let way = 0; way < ways; way += 1) {
    const fell = wanted.map((_, die) => COLOURS[Math.floor(way / COLOURS.length ** die) % COLOURS.length] ?? '');
    if (alike(wanted, fell) >= needed) hits += 1;
  }
  return hits / ways;
}

/** How many dice show colours that are wanted, each colour as often as it is wanted. */
function alike(wanted: readonly string[], fell: readonly string[]): number {
  const count = (dice: readonly string[], colour: string): number => dice.filter((each) => each === colour).length;
  return COLOURS.reduce((sum, colour) => sum + Math.min(count(wanted, colour), count(fell, colour)), 0);
}
