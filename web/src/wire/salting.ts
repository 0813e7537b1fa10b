/** Every device adds words of its own to fair dice, without being asked, and opens them by itself when the host starts. */
import { heldFor, hold, letGo, newSalt, opening, promiseOf, type Held } from '../lib/salts';
import * as api from './api';
import type { Known } from './following';
import type { SaltOpening } from '../protocol/http';
import { tokensAt } from './seats';

/** What a seat is taken with: a promise, and what is kept of it once the seat is there. */
export class Sealed {
  private readonly salt = newSalt();
  readonly promise = promiseOf(this.salt);

  keep(table: string, seat: number, house: string): Held {
    const held = { table, seat, house, own: false, ...this.salt };
    hold(held);
    return held;
  }
}

/** What was promised for a seat under what the house promises now, the last first; several tabs may have been at it. */
function sealedUnder(table: string, seat: number, house: string): readonly Held[] {
  return heldFor(table, seat).filter((held) => held.house === house || !held.house);
}

/** The words that somebody typed for a seat. */
export function ownWords(table: string, seat: number, house: string): string | undefined {
  const [held] = sealedUnder(table, seat, house);
  return held?.own ? held.text : undefined;
}

/** Somebody wants words of their own instead of the device's; whether they came in time. */
export function putIn(table: string, seat: number, house: string, text: string): Promise<boolean> {
  return promise({ table, seat, house, own: true, ...newSalt(text) });
}

/** Kept before it is promised, so that it can be opened whatever happens; given up again if the host was quicker. */
async function promise(held: Held): Promise<boolean> {
  hold(held);
  const { counts } = await api.promiseSalt(held.table, tokensAt(held.table), held.seat, promiseOf(held));
  if (!counts) letGo(held);
  return counts;
}

/** What this page is promising or opening just now. */
const underWay = new Set<Promise<unknown>>();

/** The host starts: what this device has promised is opened at once, and nobody waits for whoever is away. */
export async function start(known: Known, away: readonly number[]): Promise<void> {
  const { table } = known.room;
  await Promise.allSettled(underWay); // a host who is quick shall have words in the dice too
  const without = known.room.deal.committed.filter((seat) => away.includes(seat));
  const held = alone(known, without);
  try {
    await startOpening(table, tokensAt(table), held, without);
  } catch (error) {
    if (!(error instanceof api.RefusedRequest) || error.status !== 409) throw error;
    for (const { seat, house, own, text } of held) await promise({ table, seat, house, own, ...newSalt(own ? text : '') }); // the others were shown
    await api.start(table, tokensAt(table), [], without); // somebody has promised something meanwhile
  }
}

/** What may be opened by the very start: the salts of this device, where nobody else has promised any that could still be another. */
function alone({ yours, room: { table, deal } }: Known, without: readonly number[]): readonly Held[] {
  const counting = deal.committed.filter((seat) => !without.includes(seat));
  if (!counting.every((seat) => yours.includes(seat))) return [];
  const held = counting.flatMap((seat) => sealedUnder(table, seat, deal.promise).filter((each) => deal.promises.includes(promiseOf(each))).slice(0, 1));
  return held.length === counting.length ? held : [];
}

/** Starts, and opens these salts with it, which are all that have been promised: where others have been meanwhile, the house refuses. */
export async function startOpening(table: string, tokens: readonly string[], held: readonly Held[], without: readonly number[] = []): Promise<void> {
  const promises = held.toSorted((one, other) => one.seat - other.seat).map(promiseOf);
  const salts = held.flatMap((each): SaltOpening[] => (opening(each, promises) ? [{ seat: each.seat, text: each.text, nonce: each.nonce }] : []));
  await (salts.length ? api.start(table, tokens, salts, without, promises) : api.start(table, tokens, [], without));
}

/** Promises for the seats of this device what is not promised yet, and opens what is to be opened; each of it once. */
export class Salting {
  private readonly begun = new Set<string>();

  /** The table is as it is now. What the house refuses is tried again when the table has changed. */
  met(known: Known): void {
    const { room } = known;
    if (room.dice !== 'fair' || (room.stage !== 'gathering' && room.stage !== 'salting')) return;
    for (const seat of known.yours) {
      const held = sealedUnder(room.table, seat, room.deal.promise);
      if (room.stage === 'gathering') this.promise(known, seat, held);
      else if (room.deal.committed.includes(seat) && !room.deal.opened.includes(seat)) this.open(known, seat, held);
    }
  }

  private promise({ room }: Known, seat: number, [kept]: readonly Held[]): void {
    if (room.deal.committed.includes(seat) && kept && !kept.among) return;
    const fresh = kept && !kept.among ? kept : { table: room.table, seat, house: room.deal.promise, own: false, ...newSalt() }; // what was shown is no secret
    this.once(`promise ${seat} ${room.deal.promise} ${kept?.among ? kept.nonce : ''}`, () => promise(fresh));
  }

  /** Under the promises of everybody that stand now, and are kept: nobody can choose one to fit what is opened. */
  private open({ room }: Known, seat: number, held: readonly Held[]): void {
    const mine = held.find((each) => room.deal.promises.includes(promiseOf(each)));
    if (!mine) return;
    this.once(`open ${seat} ${room.deal.promise}`, async () => {
      if (opening(mine, room.deal.promises)) await api.openSalt(room.table, tokensAt(room.table), seat, mine.text, mine.nonce);
    });
  }

  private once(what: string, deed: () => Promise<unknown>): void {
    if (this.begun.has(what)) return;
    this.begun.add(what);
    const done = deed().catch(() => this.begun.delete(what)); // the game goes on without: the host has the dice fixed anew
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }
}
