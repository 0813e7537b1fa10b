/** How long somebody has been away, as one says it. */
import { t } from '../words/words.svelte';

const MINUTE = 60_000;

export function awayFor(ms: number): string {
  if (ms < MINUTE) return t('presence.now');
  return ms < 60 * MINUTE ? t('presence.minutes', { n: Math.floor(ms / MINUTE) }) : t('presence.hours', { n: Math.floor(ms / (60 * MINUTE)) });
}
