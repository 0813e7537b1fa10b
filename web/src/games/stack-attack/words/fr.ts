import type en from './en';

export default {
  tower: 'La tour : [n:# dé|# dés]',
  empty: 'Pas encore de tour',
  pick: 'Quel dé ?',
  aim: 'Vise : tire le point, ou utilise les flèches',
  hold: 'Tiens-le là',
  letgo: 'Lâcher !',
  slow: 'Encore une fois, lentement',
  rolled: 'Lancés',
  add: 'Poser le {n}',
  where: '{x} mm à droite, {y} mm derrière',
} satisfies Record<keyof typeof en, string>;
