/** What people say of real dice (`4`, `r`, `r4`, `Q`, `stood`), as dice to draw or as words. */
import { PAINTS, type DieFace } from '../dice/faces';
import en from '../words/en';
import { t, type Key } from '../words/words.svelte';

const COLOURS = Object.keys(PAINTS);

/** Every face that any of the dice has, once. Dice are named in any order, so whose face it is does not matter. */
export function facesOf(dice: readonly (readonly string[])[]): string[] {
  const faces = [...new Set(dice.flat())];
  return dice.length > 1 && !dice.every((die) => die.join() === dice[0]?.join()) ? faces.sort(inOrder) : faces;
}

function inOrder(a: string, b: string): number {
  const [first, second] = [faceOf(a), faceOf(b)];
  return COLOURS.indexOf(first.colour) - COLOURS.indexOf(second.colour) || first.face.localeCompare(second.face);
}

export function isDie(typed: string): boolean {
  return typed.length <= 2 || COLOURS.includes(typed);
}

export function faceOf(typed: string): DieFace {
  const colour = COLOURS.find((name) => name === typed || (name[0] === typed[0] && /^[a-z][1-6]?$/.test(typed)));
  return colour ? { colour, face: typed === colour ? '' : typed.slice(1) } : { colour: '', face: typed };
}

/** The face that a key stands for, where the dice have it. */
export function typedBy(key: string, faces: readonly string[]): string | undefined {
  return faces.find((face) => face.toLowerCase() === key.toLowerCase());
}

/** What happened where no die says it, in the looker's language if the page has a word for it. */
export function outcomeName(typed: string): string {
  const key = `real.outcome.${typed}`;
  return key in en ? t(key as Key) : typed;
}
