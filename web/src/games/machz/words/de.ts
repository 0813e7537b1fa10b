import type en from './en';

export default {
  object: 'Vorgabe',
  rolling: 'Wurf',
  match: 'Treffer',
  no_match: 'Kein Treffer',
  none: 'Nicht setzen',
  secret: 'Niemand sieht deinen Einsatz, bevor die Würfel fallen.',
  none_yet: 'noch nicht getroffen',
} satisfies Record<keyof typeof en, string>;
