import type en from './en';

export default {
  line: 'La línea',
  rolled: 'Lanzados',
  lay: 'Poner el {die}',
  no: 'El {die} no casa',
  end: 'Aquí va el siguiente',
} satisfies Record<keyof typeof en, string>;
