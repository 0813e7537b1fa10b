/** Who has won, in the looker's words. */
import type { Known } from '../wire/following';
import { joined, t } from '../words/words.svelte';

export function headline({ room, position, looking }: Known): string {
  const names = room.seats.map((seat) => seat?.name ?? '');
  const winners = (position?.places ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));
  if (!winners.length) return t('over.title');
  if (winners.length > 1) return t('over.shared', { names: joined(winners.map((seat) => names[seat] ?? '')) });
  const [winner = 0] = winners;
  return winner === looking ? t('over.won.you') : t('over.won', { name: names[winner] ?? '' });
}
