/** A player's own words in the dice: promised before anybody opens theirs, and kept here until then. */
import { recalled, remember } from './keeping';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface Salt {
  readonly text: string;
  readonly nonce: string;
}

export const LONGEST_SALT = 200;
const PLACE = 'knobel.salts';
const MOST = 20;

/** Words with a nonce, so that short ones cannot be guessed. Who says nothing gets words that nobody can guess. */
export function newSalt(text: string): Salt {
  return { text: text.trim() || randomText(), nonce: randomText() };
}

function randomText(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** What is shown of a salt before it is opened, as the house reckons it. */
export function promiseOf({ text, nonce }: Salt): string {
  // Browsers offer a hash of their own only to pages that came over HTTPS, and a house at home may not have that.
  return bytesToHex(sha256(utf8ToBytes(`knobel commitment\0${JSON.stringify([nonce, text])}`)));
}

interface Kept extends Salt {
  readonly table: string;
  readonly seat: number;
}

/** What this device has promised for a seat. */
export function keptSalt(table: string, seat: number): Salt | undefined {
  return recalled<readonly Kept[]>(PLACE, []).find((kept) => kept.table === table && kept.seat === seat);
}

export function keepSalt(table: string, seat: number, { text, nonce }: Salt): void {
  remember(PLACE, [{ table, seat, text, nonce }, ...recalled<readonly Kept[]>(PLACE, [])].slice(0, MOST));
}
