/** What a looker knows of a table, and how each message of the house changes it. Pure, so that it can be tested. */
import type { Sentence } from '../words/sentences';
import type { Choice, Happening, HouseMessage, Position, RoomView } from '../protocol/socket';

/** A move as the game writes it: an object that names its kind. */
export type Move = Choice['move'];

export interface Line {
  readonly seq: number;
  readonly on: number;
  readonly words: readonly Sentence[];
  /** Whether it is a move of the game. */
  readonly moved: boolean;
  /** Who said it, where it is chat. */
  readonly chat?: { readonly seat: number | null; readonly text: string };
}

export interface Known {
  /** The number of the last happening in this picture. */
  readonly seq: number;
  readonly yours: readonly number[];
  /** The seats that it gets once nothing is hidden there. */
  readonly waits: readonly number[];
  readonly host: boolean;
  readonly looking: number | null;
  readonly room: RoomView;
  readonly position: Position | null;
  readonly lines: readonly Line[];
  /** The ids of the dice that fell with the last news. */
  readonly fresh: ReadonlySet<string>;
  /** The moves that the last news brought, as far as the looker may know them. */
  readonly happened: readonly Move[];
  /** What the last news told, for the live region. */
  readonly told: readonly Sentence[];
}

/** The house skipped something: ask again with what has been seen. */
export class Gap extends Error {}

/** The picture after a message. Happenings that are known already change nothing. */
export function after(known: Known | undefined, message: HouseMessage): Known | undefined {
  if (message.type === 'welcome') {
    // Somebody who lost their seat, or whose seat got another number, has seen what was told; others at the device have not.
    const same = known && (known.looking === message.looking || known.yours.length < 2);
    const missed = same ? message.missed.filter((each) => each.seq > known.seq) : message.missed;
    return {
      seq: message.seq,
      yours: message.yours,
      waits: message.waits ?? [], // a process of the house that was not updated yet does not say
      host: message.host,
      looking: message.looking,
      room: message.room,
      position: message.position,
      lines: [...(same ? known.lines : []), ...missed.flatMap(line)],
      fresh: new Set(),
      happened: [],
      told: same ? missed.flatMap((each) => each.words) : [],
    };
  }
  if (message.type !== 'news' || !known) return known;
  const news = message.happenings.filter((each) => each.seq > known.seq);
  const [first] = news;
  if (!first) return known;
  if (first.seq !== known.seq + 1) throw new Gap(`after ${known.seq} came ${first.seq}`);
  return {
    ...known,
    seq: first.seq + news.length - 1,
    room: message.room ?? known.room,
    position: message.position,
    lines: [...known.lines, ...news.flatMap(line)],
    fresh: new Set(news.flatMap(({ what }) => (what.type === 'moved' ? what.dice : []))),
    happened: news.flatMap(({ what }) => (what.type === 'moved' ? [what.move] : [])),
    told: news.flatMap((each) => each.words),
  };
}

function line(happening: Happening): Line[] {
  const { seq, on, words, what } = happening;
  const moved = what.type === 'moved' || what.type === 'corrected';
  if (what.type === 'said') return [{ seq, on, words, moved, chat: { seat: what.seat, text: what.text } }];
  return words.length ? [{ seq, on, words, moved }] : [];
}
