/** The tokens that open this device's seats, and the games it is in. */
import { recalled, remember } from '../lib/keeping';

export interface Kept {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly tokens: readonly string[];
  /** Whether the device goes from hand to hand. */
  readonly passed: boolean;
  readonly on: number;
}

const PLACE = 'knobel.seats';
const MOST = 40;
const MOST_TOKENS = 16;
let kept = recalled<Kept[]>(PLACE, []);

export function keptSeats(): readonly Kept[] {
  return kept;
}

export function seatsAt(table: string): Kept | undefined {
  return kept.find((each) => each.table === table);
}

/** What may open a seat: whatever else stood in a link would only keep the house from understanding the others. */
export function isToken(text: string): boolean {
  return /^[\w-]{1,100}$/u.test(text);
}

/** The tokens to show the house, which reads no more than so many: those one had first, and the newest. */
export function tokensAt(table: string): readonly string[] {
  const tokens = [...new Set(seatsAt(table)?.tokens)].filter(isToken);
  return tokens.length > MOST_TOKENS ? [...tokens.slice(0, MOST_TOKENS - 1), ...tokens.slice(-1)] : tokens;
}

export function keepSeats(seats: Kept): void {
  kept = [seats, ...kept.filter((each) => each.table !== seats.table)].slice(0, MOST);
  remember(PLACE, kept);
}

export function forgetSeats(table: string): void {
  kept = kept.filter((each) => each.table !== table);
  remember(PLACE, kept);
}
