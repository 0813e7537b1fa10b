/** Were the dice fair? Reckoned by this page itself, from the record and from what it has kept since before the game. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DrawKind, DrawsView } from '../protocol/http';
import { commitment, promiseOf, type Held, type Salt } from './salts';

/** What goes against what was promised; nothing else is proven then. */
export type Breach = 'promise' | 'seed' | 'salt' | 'others' | 'unsalted' | 'roll' | 'seen';

export interface Proof {
  readonly breach: Breach | '';
  /** How many draws were drawn again, and how many cannot be by this page. */
  readonly drawn: number;
  readonly undrawn: number;
  /** How many of them this page had seen fall, and they were the same. */
  readonly seen: number;
  /** How many players' salts are in the dice, and whether one is this device's. */
  readonly salts: number;
  readonly own: boolean;
  /** Whether this device had the house's promise before any salt was open. */
  readonly held: boolean;
}

interface Deal {
  readonly seed: string;
  readonly committed: Readonly<Record<string, string>>;
  readonly opened: Readonly<Record<string, Salt>>;
}

interface Line {
  readonly do?: string;
  readonly n?: number;
  readonly by?: unknown;
  readonly move?: unknown;
  readonly seed?: string;
}

const BLOCK = 256;

/** `seen`: nature's moves as they came to this page, by their entries. */
export function prove(record: string, { kinds, draws }: DrawsView, held: readonly Held[], seen: ReadonlyMap<number, unknown>): Proof {
  const [header, ...lines] = record.trim().split('\n').map((line) => JSON.parse(line) as Line & { dice?: { deal: Deal } });
  const deal = header?.dice?.deal;
  const seed = lines.find((line) => line.do === 'seed')?.seed;
  if (!deal || seed === undefined) throw new Error('no record of fair dice that are shown');
  const opened = Object.entries(deal.opened).map(([seat, salt]) => ({ seat: Number(seat), ...salt }));
  const mine = held.filter((each) => each.house === deal.seed);
  const proof = { drawn: 0, undrawn: 0, seen: 0, salts: opened.length, own: mine.some((each) => opened.some((salt) => same(salt, each))), held: mine.length > 0 };
  if (held.some((each) => each.house) && !mine.length) return { ...proof, breach: 'promise' };
  if (commitment(hexToBytes(seed)) !== deal.seed) return { ...proof, breach: 'seed' };
  const promised = Object.entries(deal.committed);
  if (promised.length !== opened.length || !opened.every((salt) => deal.committed[salt.seat] === promiseOf(salt))) return { ...proof, breach: 'salt' };
  if (mine.some((each) => Object.values(deal.committed).includes(promiseOf(each))) !== proof.own) return { ...proof, breach: 'salt' };
  const everybody = promised.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, promise]) => promise);
  if (mine.some((each) => each.among && String(each.among) !== String(everybody))) return { ...proof, breach: 'others' };

  const spelled = opened.toSorted((one, other) => one.seat - other.seat).map(({ seat, nonce, text }) => [seat, nonce, text]);
  const key = hmac(sha256, hexToBytes(seed), utf8ToBytes(JSON.stringify(spelled)));
  const moves = new Map(lines.flatMap((line) => (line.do === 'move' && line.by === 'nature' && line.n !== undefined ? [[line.n, line.move] as const] : [])));
  if (draws.length !== moves.size || draws.some(({ k }, place) => k !== place)) return { ...proof, breach: 'roll' }; // each of nature's moves was drawn, in turn
  for (const { k, entry, kind, open } of draws) {
    const move = moves.get(entry);
    const meant = kind === null ? undefined : kinds[kind];
    if (meant) {
      if (!alike(meaning(meant, drawBelow(key, k, BigInt(meant.total))), move)) return { ...proof, breach: 'roll' };
      proof.drawn += 1;
    } else proof.undrawn += 1;
    if (open && seen.has(entry)) {
      if (!alike(seen.get(entry), move)) return { ...proof, breach: 'seen' };
      proof.seen += 1;
    }
  }
  return { ...proof, breach: held.length && !proof.own ? 'unsalted' : '' };
}

/** Nature's k-th draw: a number from 0 to `total` - 1, each exactly as likely. */
export function drawBelow(key: Uint8Array, k: number, total: bigint): bigint {
  const blocks = Math.floor(total.toString(2).length / BLOCK) + 1;
  const limit = ((1n << BigInt(blocks * BLOCK)) / total) * total;
  for (let attempt = 0; ; attempt += 1) {
    const hashed = Array.from({ length: blocks }, (_, block) => bytesToHex(hmac(sha256, key, utf8ToBytes(`${k}:${attempt}:${block}`))));
    const number = BigInt(`0x${hashed.join('')}`);
    if (number < limit) return number % total;
  }
}

/** The move that a number means. */
export function meaning({ moves, dice }: DrawKind, number: bigint): unknown {
  let rest = number;
  if (!dice.length) {
    for (const { count, move } of moves) {
      rest -= BigInt(count);
      if (rest < 0n) return move;
    }
    return undefined;
  }
  let move: unknown = structuredClone(moves[0]?.move);
  for (const { place, values } of dice) {
    const faces = BigInt(values.length);
    if (place) move = put(move, place, values[Number(rest % faces)]);
    rest /= faces;
  }
  return move;
}

function put(thing: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof thing === 'string') {
    const letters: unknown[] = [...thing];
    letters[Number(step)] = put(letters[Number(step)], rest, value);
    return letters.join('');
  }
  const holder = thing as Record<string | number, unknown>;
  holder[step] = put(holder[step], rest, value);
  return holder;
}

function same(one: Salt, other: Salt): boolean {
  return one.text === other.text && one.nonce === other.nonce;
}

/** Whether two pieces of JSON say the same. */
function alike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => name in other && alike((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]));
}
