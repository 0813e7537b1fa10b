import type en from './en';

export default {
  working: 'Repasando cada decisión…',
  chances: 'Probabilidad de ganar',
  deciding: 'Los momentos que la decidieron',
  apart: 'Suerte y acierto',
  accuracy: 'Precisión',
  start: 'Probabilidad al empezar',
  skill: 'Errores propios',
  rivals: 'Errores ajenos',
  luck: 'Suerte',
  result: 'Resultado',
  sum: 'El comienzo, los errores y la suerte suman el resultado.',
  exact: 'Todas las probabilidades son exactas.',
  tried: 'Cada momento se siguió jugando {n} veces: una sola probabilidad puede desviarse {error}.',
  decisions: 'Decisiones',
  all: 'Mostrar las {n}, no solo los errores',
  change: '{before}, luego {after}',
  lost: '{lost} perdido',
  best: 'Lo mejor:',
  none: 'Sin errores: cada jugada fue la mejor.',
} satisfies Record<keyof typeof en, string>;
