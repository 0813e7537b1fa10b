/** What a looker has chosen, remembered on this device. */
import { LANGUAGES, type Language } from '../words/catalogues';
import { recalled, remember } from './keeping';

type Look = 'auto' | 'light' | 'dark';
/** How long everything is shown; `none`: at once. */
export const SPEEDS = ['calm', 'normal', 'fast', 'none'] as const;
type Speed = (typeof SPEEDS)[number];

interface Kept {
  language: Language;
  look: Look;
  sound: boolean;
  flat: boolean;
  speed: Speed;
  name: string;
}

const PLACE = 'knobel.settings';

function spoken(): Language {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag as Language));
  return (known as Language | undefined) ?? 'en';
}

const FRESH: Kept = { language: spoken(), look: 'auto', sound: true, flat: false, speed: 'normal', name: '' };

export const settings: Kept = $state({ ...FRESH, ...recalled<Partial<Kept>>(PLACE, {}) });

/** Changes one of them, and remembers it. */
export function choose<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
  settings[name] = value;
  remember(PLACE, settings);
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
