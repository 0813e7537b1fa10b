import { speaking } from '../../words/speaking';

export const word = speaking({
  en: { line: 'The line', rolled: 'Rolled', lay: 'Lay the {die}', no: 'The {die} does not fit', odds: 'Choke?', chance: '{n} % to choke', end: 'Next goes here' },
  de: { line: 'Die Reihe', rolled: 'Gewürfelt', lay: '{die} anlegen', no: '{die} passt nicht', odds: 'Choke?', chance: '{n} % Choke', end: 'Hier geht es weiter' },
  es: { line: 'La fila', rolled: 'Tirados', lay: 'Pon el {die}', no: 'El {die} no encaja', odds: '¿Choke?', chance: '{n} % de choke', end: 'Aquí va el siguiente' },
});
