/** The page in the looker's language. */
import type { DieFace } from '../dice/faces';
import { settings } from '../lib/settings.svelte';
import { CATALOGUES, LANGUAGES, type Language } from './catalogues';
import en, { type Key, type Texts } from './en';
import { filled, type Gaps } from './filling';

export type { Language } from './catalogues';
export type { Key } from './en';

/** The languages whose words are here: nobody waits for those that they do not speak. */
let learnt: Readonly<Partial<Record<Language, Texts>>> = $state.raw({ en });

/** Brings the words of these languages. One whose words cannot be had, or that nobody speaks, is English. */
export async function learn(...languages: readonly Language[]): Promise<void> {
  await Promise.all(
    languages.filter((language) => !learnt[language] && language in CATALOGUES).map(async (language) => {
      const texts = await CATALOGUES[language]().catch(() => undefined);
      if (texts && !learnt[language]) learnt = { ...learnt, [language]: texts };
    }),
  );
}

/** The text under a key, with its gaps filled. */
export function t(key: Key, gaps: Gaps = {}): string {
  return filled((learnt[settings.language] ?? en)[key], gaps, settings.language);
}

/** Which of these keys has that text in some language, however it is spaced. Those that are not here yet are brought, and then it is known. */
export function keyOf<Of extends Key>(keys: readonly Of[], text: string): Of | undefined {
  const bare = (said: string): string => said.replace(/\s/g, '');
  const found = keys.find((key) => Object.values(learnt).some((words) => bare(words[key]) === bare(text)));
  if (!found) void learn(...LANGUAGES);
  return found;
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
