/** The tokens that open this device's seats, and the games it is in. A device that keeps nothing forgets them on closing. */

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
let kept: Kept[] = read();

function read(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}

export function keptSeats(): readonly Kept[] {
  return kept;
}

export function seatsAt(table: string): Kept | undefined {
  return kept.find((each) => each.table === table);
}

export function keepSeats(seats: Kept): void {
  kept = [seats, ...kept.filter((each) => each.table !== seats.table)].slice(0, MOST);
  write();
}

export function forgetSeats(table: string): void {
  kept = kept.filter((each) => each.table !== table);
  write();
}

function write(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // then they last as long as the page
  }
}
