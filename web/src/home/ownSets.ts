/** Long lists, such as the faces of one's own dice, are typed once: what the house has taken is kept on this device. */
import { recalled, remember } from '../lib/keeping';
import type { GameInfo } from '../protocol/http';
import { kindOf, type Values } from './houseRules';

type Kept = Readonly<Record<string, readonly string[]>>;
const PLACE = 'knobel.sets';
const key = (game: string, option: string): string => `${game}/${option}`;

export function keptSet(game: string, option: string): readonly string[] | undefined {
  return recalled<Kept>(PLACE, {})[key(game, option)];
}

/** Keeps every list of these rules that has something in it. */
export function keepSets(game: GameInfo, values: Values): void {
  const lists = game.options.filter((info) => kindOf(info) === 'list').map(({ option }) => option.name);
  const filled = lists.flatMap((name) => {
    const lines = (values[name] as readonly string[]).map(String).filter((line) => line.trim());
    return lines.length ? [[key(game.name, name), lines] as const] : [];
  });
  if (filled.length) remember(PLACE, { ...recalled<Kept>(PLACE, {}), ...Object.fromEntries(filled) });
}
