/** A link that takes a seat along to this device. */
import { whyOf } from '../lib/trying.svelte';
import * as api from './api';
import { keepSeats, seatsAt } from './seats';

/** Takes the seat along that a link brings; where it brings none, why not. What this device has there already stays. */
export async function takeAlong(table: string, link: string): Promise<string> {
  try {
    keep(table, (await api.takeAlong(table, link)).token);
    return '';
  } catch (error) {
    const { yours, host } = await api.look(table, [link]).catch(() => ({ yours: [], host: false }));
    if (!yours.length && !host) return whyOf(error);
    keep(table, link); // links of before were keys themselves
    return '';
  }
}

function keep(table: string, token: string): void {
  const kept = seatsAt(table) ?? { game: '', title: 'Knobel', tokens: [], passed: false };
  keepSeats({ ...kept, table, tokens: [...kept.tokens, token], on: Date.now() });
}
