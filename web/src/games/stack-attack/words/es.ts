import type en from './en';

export default {
  tower: 'La torre: [n:# dado|# dados]',
  empty: 'Aún no hay torre',
  pick: '¿Qué dado?',
  aim: 'Apunta: arrastra el punto o usa las flechas',
  hold: 'Sujétalo ahí',
  letgo: '¡Soltar!',
  slow: 'Otra vez, despacio',
  rolled: 'Lanzados',
  add: 'Poner el {n}',
  where: '{x} mm a la derecha, {y} mm atrás',
} satisfies Record<keyof typeof en, string>;
