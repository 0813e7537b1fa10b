/** Several people at one device: somebody types what was shouted, and says who it was. */
import type { Known } from '../../wire/following';
import type { Table } from '../../wire/table.svelte';

export function sharesDevice(known: Known): boolean {
  return known.yours.length > 1;
}

/** A word, or two people's at the same time: then both shouts have one and the same moment. */
export async function shout(table: Table, word: string, seats: readonly number[]): Promise<boolean> {
  const at = table.now();
  const heard = await Promise.all(seats.map((seat) => table.playFor(seat, { type: 'Shout', word }, at)));
  return heard.every(Boolean);
}

/** Nobody of this device sees anything more. */
export async function passAll(table: Table, known: Known): Promise<void> {
  const searching = known.position?.due.must ?? [];
  for (const seat of searching.filter((each) => known.yours.includes(each))) await table.playFor(seat, { type: 'Pass' });
}
