/** What a looker has chosen, remembered on this device. */
import type { Language } from '../words/words.svelte';

type Look = 'auto' | 'light' | 'dark';

interface Kept {
  language: Language;
  look: Look;
  sound: boolean;
  flat: boolean;
  name: string;
}

const PLACE = 'knobel.settings';
const LANGUAGES: readonly Language[] = ['en', 'de', 'es'];

function spoken(): Language {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag as Language));
  return (known as Language | undefined) ?? 'en';
}

function read(): Kept {
  const fresh: Kept = { language: spoken(), look: 'auto', sound: true, flat: false, name: '' };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) };
  } catch {
    return fresh; // a device that keeps nothing still plays
  }
}

export const settings: Kept = $state(read());

/** Changes one of them, and remembers it. */
export function choose<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // private windows may refuse; then it lasts as long as the page
  }
}

/** Keeps the document's language and look as chosen. Call it once, inside a component. */
export function followSettings(): void {
  $effect(() => {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset['look'] = settings.look;
  });
}

export function wantsStillness(): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
