import type en from './en';

export default {
  lift: 'Lève ton gobelet',
  pick: 'Touche les dés à relancer',
  flip: 'Retourner un six en as',
  best: 'la meilleure',
  worst: 'la pire',
  again: 'relancer',
  cup: 'Gobelet',
  aside: 'Mis de côté',
  middle: 'Au centre',
  then: 'puis',
} satisfies Record<keyof typeof en, string>;
