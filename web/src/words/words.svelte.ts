/** The page in the looker's language. */
import type { DieFace } from '../dice/faces';
import { settings } from '../lib/settings.svelte';
import { de } from './de';
import { en } from './en';
import { es } from './es';

export type Key = keyof typeof en;
export type Texts = Readonly<Record<Key, string>>;
export type Language = 'en' | 'de' | 'es';

export const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, es };
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** The text under a key, with its gaps filled. */
export function t(key: Key, gaps: Readonly<Record<string, string | number>> = {}): string {
  return filled(CATALOGUES[settings.language][key], gaps);
}

export function filled(text: string, gaps: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(gaps[name] ?? hole));
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
