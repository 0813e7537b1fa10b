/** Faces as people type them (`4`, `r`, `r4`, `Q`), as dice to draw. */
import { PAINTS, type DieFace } from '../dice/faces';

const COLOURS = Object.keys(PAINTS);

export function faceOf(typed: string): DieFace {
  const colour = COLOURS.find((name) => name === typed || (name[0] === typed[0] && /^[a-z][1-6]?$/.test(typed)));
  return colour ? { colour, face: typed === colour ? '' : typed.slice(1) } : { colour: '', face: typed };
}
