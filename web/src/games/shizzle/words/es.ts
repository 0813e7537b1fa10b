import type en from './en';

export default {
  line: 'La fila',
  rolled: 'Tirados',
  lay: 'Pon el {die}',
  no: 'El {die} no encaja',
  end: 'Aquí va el siguiente',
} satisfies Record<keyof typeof en, string>;
