/** The languages of the page: each is a file beside this one, named by its ISO code. The house has the same. */
import type { ClientMessage } from '../protocol/socket';
import type { Texts } from './en';

export type Language = NonNullable<Extract<ClientMessage, { type: 'hello' }>['language']>;

/** What lies in files that are named by their language, by that language. */
export function byLanguage<Texts>(files: Readonly<Record<string, Texts>>): Readonly<Record<Language, Texts>> {
  const named = Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.ts$/g, ''), texts]);
  return Object.fromEntries(named) as Record<Language, Texts>;
}

/** What brings the words of each language but English, which comes with the page. */
export const CATALOGUES = byLanguage(import.meta.glob<Texts>(['./??.ts', '!./en.ts'], { import: 'default' }));
export const LANGUAGES = [...Object.keys(CATALOGUES), 'en'].sort() as readonly Language[];

/** What a language calls itself. */
export function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}
