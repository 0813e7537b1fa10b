import type en from './en';

export default {
  lift: 'Levanta tu cubilete',
  pick: 'Toca los dados que quieras lanzar otra vez',
  flip: 'Girar un seis a uno',
  best: 'la mejor',
  worst: 'la peor',
  again: 'lanzar otra vez',
  cup: 'Cubilete',
  aside: 'Apartados',
  middle: 'En el centro',
  then: 'luego',
} satisfies Record<keyof typeof en, string>;
