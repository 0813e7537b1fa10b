/** The letters on the table and the word that is being put together from them. */
import type { LaidDie } from '../../dice/faces';

const letter = (die: LaidDie): string => die.face.toLowerCase();

/** Which dice a word takes: for each letter one that was tapped, else the first that shows it. */
export function diceFor(word: string, dice: readonly LaidDie[], tapped: readonly string[]): ReadonlySet<string> {
  const order = dice.toSorted((one, other) => Number(tapped.includes(other.id)) - Number(tapped.includes(one.id)));
  const used = new Set<string>();
  for (const sign of word.toLowerCase()) {
    const die = order.find((each) => letter(each) === sign && !used.has(each.id));
    if (die) used.add(die.id);
  }
  return used;
}

/** The word after a die was tapped: with its letter at the end, or without its last such letter if it was in it. */
export function afterTap(word: string, die: LaidDie, used: boolean): string {
  if (!used) return word + letter(die);
  const at = word.toLowerCase().lastIndexOf(letter(die));
  return word.slice(0, at) + word.slice(at + 1);
}
