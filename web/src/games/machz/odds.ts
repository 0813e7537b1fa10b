/** How likely a match is: of a first roll three dice must match, of a later one a single die. */
import { PAINTS } from '../../dice/faces';
import { matches } from './matching';

const COLOURS = Object.keys(PAINTS);
const WHOLE_SET = 5;
const NEAR = 3;

/** The colours of the object set that are still to be matched. */
export function missing(objectSet: readonly string[], locked: readonly string[]): string[] {
  const found = matches(objectSet, locked);
  return objectSet.filter((_, i) => found[i] === undefined);
}

/** The exact chance, by counting every way in which as many dice as colours are wanted can fall. */
export function matchChance(wanted: readonly string[]): number {
  const needed = wanted.length === WHOLE_SET ? NEAR : 1;
  const ways = COLOURS.length ** wanted.length;
  let hits = 0;
  for (let way = 0; way < ways; way += 1) {
    const fell = wanted.map((_, die) => COLOURS[Math.floor(way / COLOURS.length ** die) % COLOURS.length] ?? '');
    if (matches(wanted, fell).filter((match) => match !== undefined).length >= needed) hits += 1;
  }
  return hits / ways;
}
