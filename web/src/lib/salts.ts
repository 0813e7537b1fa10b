/** What a device adds to the dice: promised before anybody opens theirs, and kept here, with what the house had promised. */
import { recalled, remember } from './keeping';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Salt {
  readonly text: string;
  readonly nonce: string;
}

export const LONGEST_SALT = 200;
const PLACE = 'knobel.salts';
const MOST = 60;

/** Words with a nonce, so that short ones cannot be guessed. Who says nothing gets words that nobody can guess. */
export function newSalt(text = ''): Salt {
  return { text: text.trim() || randomText(), nonce: randomText() };
}

function randomText(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** What is shown of a salt before it is opened, as the house reckons it. */
export function promiseOf({ text, nonce }: Salt): string {
  return commitment(utf8ToBytes(JSON.stringify([nonce, text])));
}

/** What is shown of a secret before it is revealed. */
export function commitment(secret: Uint8Array): string {
  // Browsers offer a hash of their own only to pages that came over HTTPS, and a house at home may not have that.
  return bytesToHex(sha256(new Uint8Array([...utf8ToBytes('knobel commitment\0'), ...secret])));
}

/** What this device holds of a deal: what the house had promised when it was first seen, and the device's own salt. */
export interface Held extends Salt {
  readonly table: string;
  readonly seat: number;
  /** The house's promise; empty in what older pages have kept. */
  readonly house: string;
  /** Whether a person typed the words. */
  readonly own: boolean;
  /** All players' promises, by seat, as they stood when this salt was first sent to be opened; it is sent under no others. */
  readonly among?: readonly string[];
}

function all(): readonly Held[] {
  return recalled<readonly Partial<Held>[]>(PLACE, []).map((kept) => ({ table: '', seat: 0, house: '', own: true, text: '', nonce: '', ...kept }));
}

/** What this device has promised for a seat, the last first: where dice were fixed anew there are several. */
export function heldFor(table: string, seat: number): readonly Held[] {
  return all().filter((held) => held.table === table && held.seat === seat);
}

/** What this device holds of a table, for whichever seat, the last first. */
export function heldAt(table: string): readonly Held[] {
  return all().filter((held) => held.table === table);
}

export function hold(held: Held): void {
  remember(PLACE, [held, ...all().filter((other) => other.nonce !== held.nonce)].slice(0, MOST));
}

/** Notes what everybody had promised before a salt is opened; nothing where it was opened under other promises before. */
export function opening(held: Held, among: readonly string[]): Held | undefined {
  if (held.among && String(held.among) !== String(among)) return undefined;
  if (!among.includes(promiseOf(held)) || fixedTooOften(held)) return undefined;
  const noted = { ...held, among };
  remember(PLACE, all().map((other) => (other.nonce === held.nonce ? noted : other)));
  return noted;
}

/** So often dice are fixed anew: a house that has seen the salts must not look on for dice that suit it. */
const MOST_DEALS = 3;

function fixedTooOften({ table, seat, house }: Held): boolean {
  const opened = heldFor(table, seat).filter((other) => other.among && other.house !== house);
  return new Set(opened.map((other) => other.house)).size > MOST_DEALS;
}

/** What was promised too late is in no dice. */
export function letGo({ nonce }: Held): void {
  remember(PLACE, all().filter((other) => other.nonce !== nonce));
}

/** The same as a file that anybody can check a record against: `knobel verify RECORD --card CARD`. */
export function cardOf(table: string, game: string, held: readonly Held[]): string {
  const deals = held.toReversed().map(({ house, text, nonce, among }) => ({ house, salt: { text, nonce }, ...(among && { among }) }));
  return `${JSON.stringify({ card: 1, table, game, deals }, null, 1)}\n`;
}
