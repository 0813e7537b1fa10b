/** The page in the looker's language. */
import type { DieFace } from '../dice/faces';
import { settings } from '../lib/settings.svelte';
import { CATALOGUES } from './catalogues';
import en, { type Key } from './en';
import { filled, type Gaps } from './filling';

export type { Language } from './catalogues';
export type { Key } from './en';

/** The text under a key, with its gaps filled. */
export function t(key: Key, gaps: Gaps = {}): string {
  return filled(CATALOGUES[settings.language][key], gaps, settings.language);
}

/** Names joined as one says them. */
export function joined(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${t('and')} ${names.at(-1) ?? ''}`;
}

/** What a die shows, in words. */
export function dieName(die: DieFace): string {
  const colour = `colour.${die.colour}`;
  if (colour in en) return t('die.coloured', { colour: t(colour as Key), face: die.face }).trim();
  return die.face ? t('die.shows', { face: die.face }) : t('die.covered');
}
