import type en from './en';

export default {
  lift: 'Heb deinen Becher',
  pick: 'Tippe die Würfel an, die noch einmal fallen sollen',
  flip: 'Eine Sechs zur Eins drehen',
  best: 'am besten',
  worst: 'am schlechtesten',
  again: 'noch einmal werfen',
  cup: 'Becher',
  aside: 'Herausgelegt',
  middle: 'In der Mitte',
  then: 'dann',
} satisfies Record<keyof typeof en, string>;
