import type en from './en';

export default {
  tower: 'Der Turm: {n} Würfel',
  empty: 'Noch kein Turm',
  pick: 'Welcher Würfel?',
  aim: 'Zielen: zieh den Punkt, oder nimm die Pfeiltasten',
  hold: 'Dort halten',
  letgo: 'Loslassen!',
  slow: 'Noch einmal, langsam',
  rolled: 'Geworfen',
  add: 'Die {n} setzen',
  where: '{x} mm rechts, {y} mm hinten',
} satisfies Record<keyof typeof en, string>;
