/** A game's own words, beside those that the house says for it. */
import { settings } from '../lib/settings.svelte';
import { byLanguage } from './catalogues';
import { filled, type Gaps } from './filling';

/** What says one of these, from files named by their language, in the looker's language, with its gaps filled. */
export function speaking<Key extends string>(files: Readonly<Record<string, Readonly<Record<Key, string>>>>) {
  const words = byLanguage(files);
  return (key: Key, gaps: Gaps = {}): string => filled(words[settings.language][key], gaps, settings.language);
}
