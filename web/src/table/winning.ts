/** Who has won, in the looker's words. */
import type { Known } from '../wire/following';
import { joined, t } from '../words/words.svelte';

/** Whoever looks is told of in the second person, unless several sit around one device. */
export function headline({ room, position, looking, yours }: Pick<Known, 'room' | 'position' | 'looking' | 'yours'>): string {
  const winners = (position?.places ?? []).flatMap((place, seat) => (place === 1 ? [seat] : []));
  const you = yours.length < 2 && winners.includes(looking ?? -1);
  const others = winners.filter((seat) => !you || seat !== looking).map((seat) => room.seats[seat]?.name ?? '');
  if (!winners.length) return t('over.title');
  if (winners.length > 1) return t('over.shared', { names: joined(you ? [t('over.you'), ...others] : others) });
  return you ? t('over.won.you') : t('over.won', { name: others[0] ?? '' });
}
