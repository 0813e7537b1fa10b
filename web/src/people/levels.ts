/** What a level of the house's players is called: where one is chosen, and beside the name of who plays so. */
import en from '../words/en';
import { t, type Key } from '../words/words.svelte';

export const levelName = (level: string): string => called('level', level);
export const playsLike = (level: string): string => called('plays', level);

/** A level that others add goes by its own name. */
function called(where: 'level' | 'plays', level: string): string {
  const key = `${where}.${level}`;
  return key in en ? t(key as Key) : level.replaceAll('_', ' ');
}
