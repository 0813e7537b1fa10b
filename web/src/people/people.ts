/** Who sits there: a face for everybody, and now and then a word of the house's players. Pure, and the same for all who look. */
import type { SeatView } from '../protocol/socket';
import type { Known } from '../wire/following';
import { OF_LEVEL, TEMPERS, type Occasion, type Temper } from './tempers';

/** No name is longer: the house refuses it. */
export const MAX_NAME = 24;

/** A number from a text: the same on every device. */
export function numberOf(text: string): number {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (found ^ (found >>> 15)) >>> 0;
}

export function temperOf(player: string): Temper {
  return OF_LEVEL[player] ?? TEMPERS[numberOf(player) % TEMPERS.length] ?? 'easy';
}

/** Whether a player of the house sits there for itself, and not for somebody who is away. */
export function ofTheHouse(seat: SeatView): boolean {
  return seat.player !== 'person' && !seat.person;
}

/** How a face is drawn. */
export interface Looks {
  readonly skin: string;
  readonly hair: string;
  readonly cloth: string;
  readonly style: number;
  readonly glasses: boolean;
}

const SKINS = ['#f3cfae', '#e4b088', '#c68a5e', '#9a6440', '#6f4529'];
const HAIRS = ['#2c1d14', '#5a3620', '#a8642b', '#d8a748', '#8c8780', '#b8412c'];
const CLOTHS = ['#b8322a', '#1f6fb5', '#2c7d48', '#c77a17', '#7d4f9e', '#3f6a70'];
export const STYLES = 5;

export function looksOf({ player, name }: SeatView): Looks {
  const seed = numberOf(`${player}/${name}`);
  const one = <Each>(list: readonly Each[], at: number): Each => list[(seed >>> at) % list.length] as Each;
  return { skin: one(SKINS, 3), hair: one(HAIRS, 7), cloth: one(CLOTHS, 11), style: (seed >>> 15) % STYLES, glasses: temperOf(player) === 'careful' };
}

/** What somebody says, and how they feel about it. */
export interface Remark {
  /** The number of what happened. */
  readonly seq: number;
  readonly seat: number;
  readonly temper: Temper;
  readonly occasion: Occasion;
  /** Chooses among the lines there are. */
  readonly pick: number;
}

/** In how many of so many cases something is said. */
const OFTEN: Readonly<Record<Occasion, readonly [said: number, of: number]>> = { turn: [1, 7], glad: [1, 2], sorry: [1, 2], won: [1, 1], beaten: [1, 1] };

/**
 * What a player of the house says to what everybody has just been told: it follows from that and its number alone. So all
 * see the same, nothing hidden shows, and nothing is said before it is told.
 */
export function remark(before: Known | undefined, after: Known | undefined): Remark | undefined {
  const [was, is] = [before?.position, after?.position];
  if (!was || !is || !after || after.seq <= (before?.seq ?? 0) || is.live) return undefined;
  const occasions = after.room.seats.flatMap((seat, i) => {
    if (!seat || !ofTheHouse(seat)) return [];
    const occasion = occasionOf(i, was, is);
    const chance = numberOf(`${after.seq}/${i}`);
    if (!occasion || chance % OFTEN[occasion][1] >= OFTEN[occasion][0]) return [];
    return [{ seq: after.seq, seat: i, temper: temperOf(seat.player), occasion, pick: chance >>> 8 }];
  });
  return occasions.find(({ occasion }) => occasion === 'won') ?? occasions[numberOf(String(after.seq)) % (occasions.length || 1)];
}

function occasionOf(seat: number, was: NonNullable<Known['position']>, is: NonNullable<Known['position']>): Occasion | undefined {
  if (is.places) return was.places ? undefined : is.places[seat] === 1 ? 'won' : 'beaten';
  const by = (is.scores[seat] ?? 0) - (was.scores[seat] ?? 0);
  if (by) return by > 0 ? 'glad' : 'sorry';
  const alone = is.due.must.length === 1 && is.due.must[0] === seat;
  return alone && !was.due.must.includes(seat) && !was.due.nature ? 'turn' : undefined;
}
