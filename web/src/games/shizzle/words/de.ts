import type en from './en';

export default {
  line: 'Die Reihe',
  rolled: 'Geworfen',
  lay: '{die} anlegen',
  no: '{die} passt nicht',
  end: 'Hier geht es weiter',
} satisfies Record<keyof typeof en, string>;
