/** What one says with one tap. It is sent as words of chat, and read in the reader's own language. */
import { keyOf, t, type Key } from '../words/words.svelte';

export const REACTIONS = ['say.hello', 'say.nice', 'say.ouch', 'say.lucky', 'say.think', 'say.again'] as const satisfies readonly Key[];

/** A line of chat as the reader is shown it. */
export function read(text: string): string {
  const known = keyOf(REACTIONS, text);
  return known ? t(known) : text;
}
