/** Nature's moves as this page was shown them, so that the record can be held to them when the game is over. */
import type { Happening } from '../protocol/socket';

const seen = new Map<string, Map<number, unknown>>();

export function noteSeen(table: string, happenings: readonly Happening[]): void {
  for (const { what } of happenings) if (what.type === 'moved' && what.by === 'nature') seenAt(table).set(what.entry, what.move);
}

/** By the entries of the record. */
export function seenAt(table: string): Map<number, unknown> {
  const known = seen.get(table) ?? new Map<number, unknown>();
  seen.set(table, known);
  return known;
}
