/** What a looker knows of a table, and how each message of the house changes it. Pure, so that it can be tested. */
import type { Happening, HouseMessage, Move, Position, RoomView, SceneView } from './wire';

export interface Line {
  readonly seq: number;
  readonly on: number;
  readonly words: readonly string[];
  /** Whether it is a move of the game. */
  readonly moved: boolean;
  /** Who said it, where it is chat. */
  readonly chat?: { readonly seat: number | null; readonly text: string };
}

export interface Known {
  /** The number of the last happening in this picture. */
  readonly seq: number;
  readonly yours: readonly number[];
  readonly host: boolean;
  readonly looking: number | null;
  readonly room: RoomView;
  readonly position: Position | null;
  readonly lines: readonly Line[];
  /** Dice that the last news has thrown, by their keys in the scene. */
  readonly fresh: ReadonlySet<string>;
  /** The moves that the last news brought, as far as the looker may know them. */
  readonly happened: readonly Move[];
  /** What the last news told, for the live region. */
  readonly told: readonly string[];
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
  const fell = news.some((each) => each.what.type === 'moved' && each.what.by === 'nature');
  return {
    ...known,
    seq: first.seq + news.length - 1,
    room: message.room ?? known.room,
    position: message.position,
    lines: [...known.lines, ...news.flatMap(line)],
    fresh: fell && message.position ? thrownBetween(known.position?.scene, message.position.scene) : new Set(),
    happened: news.flatMap(({ what }) => (what.type === 'moved' ? [what.move as Move] : [])),
    told: news.flatMap((each) => each.words),
  };
}

function line(happening: Happening): Line[] {
  const { seq, on, words, what } = happening;
  const moved = what.type === 'moved' || what.type === 'corrected';
  if (what.type === 'said') return [{ seq, on, words, moved, chat: { seat: what.seat, text: what.text } }];
  return words.length ? [{ seq, on, words, moved }] : [];
}

/** The dice of a scene, each under a key that says where it lies. */
export function diceOf(scene: SceneView): Map<string, { face: string; colour: string }> {
  const found = new Map<string, { face: string; colour: string }>();
  scene.middle.forEach((group, g) => group.dice.forEach((die, i) => found.set(`m${g}.${i}`, die)));
  scene.places.forEach((groups, seat) =>
    groups.forEach((group, g) => group.dice.forEach((die, i) => found.set(`p${seat}.${g}.${i}`, die))),
  );
  return found;
}

/** Which dice lie otherwise than before: those were thrown. */
export function thrownBetween(before: SceneView | undefined, now: SceneView): Set<string> {
  const lay = before ? diceOf(before) : new Map<string, { face: string; colour: string }>();
  const thrown = new Set<string>();
  for (const [key, die] of diceOf(now)) {
    const was = lay.get(key);
    if (was?.face !== die.face || was.colour !== die.colour) thrown.add(key);
  }
  return thrown;
}
