import { settings } from '../../lib/settings.svelte';

const WORDS = {
  en: { line: 'The line', rolled: 'Rolled', lay: 'Lay the {die}', no: 'The {die} does not fit', odds: 'Choke?', chance: '{n} % to choke', end: 'Next goes here' },
  de: { line: 'Die Reihe', rolled: 'Gewürfelt', lay: '{die} anlegen', no: '{die} passt nicht', odds: 'Choke?', chance: '{n} % Choke', end: 'Hier geht es weiter' },
  es: { line: 'La fila', rolled: 'Tirados', lay: 'Pon el {die}', no: 'El {die} no encaja', odds: '¿Choke?', chance: '{n} % de choke', end: 'Aquí va el siguiente' },
} as const;

export function word(key: keyof (typeof WORDS)['en'], gaps: Readonly<Record<string, string>> = {}): string {
  return WORDS[settings.language][key].replace(/\{(\w+)\}/g, (_, name: string) => gaps[name] ?? '');
}
