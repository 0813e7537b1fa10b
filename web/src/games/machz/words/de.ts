import type en from './en';

export default {
  object: 'Vorlage',
  rolling: 'Wurf',
  match: 'Treffer',
  no_match: 'Kein Treffer',
  none: 'Nicht wetten',
  secret: 'Niemand sieht deine Wette, bevor die Würfel fallen.',
  none_yet: 'noch nicht getroffen',
} satisfies Record<keyof typeof en, string>;
