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
let kept = recalled<Kept[]>(PLACE, []);

export function keptSeats(): readonly Kept[] {
  return kept;
}

export function seatsAt(table: string): Kept | undefined {
  return kept.find((each) => each.table === table);
}

export function tokensAt(table: string): readonly string[] {
  return seatsAt(table)?.tokens ?? [];
}

export function keepSeats(seats: Kept): void {
  kept = [seats, ...kept.filter((each) => each.table !== seats.table)].slice(0, MOST);
  remember(PLACE, kept);
}

export function forgetSeats(table: string): void {
  kept = kept.filter((each) => each.table !== table);
  remember(PLACE, kept);
}
