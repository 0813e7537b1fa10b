/** A game's own words, beside those that the house says for it. */
import { settings } from '../lib/settings.svelte';
import { filled, type Language } from './words.svelte';

/** What says one of these in the looker's language, with its gaps filled. */
export function speaking<Key extends string>(words: Readonly<Record<Language, Readonly<Record<Key, string>>>>) {
  return (key: Key, gaps: Readonly<Record<string, string | number>> = {}): string => filled(words[settings.language][key], gaps);
}
