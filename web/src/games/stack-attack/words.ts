import { speaking } from '../../words/speaking';

export const word = speaking({
  en: { tower: 'The tower: {n} dice', empty: 'No tower yet', pick: 'Which die?', aim: 'Aim: drag the point, or use the arrow keys', hold: 'Hold it there', letgo: 'Let go!', slow: 'Once more, slowly', rolled: 'Rolled', add: 'Add the {n}', where: '{x} mm right, {y} mm back' },
  de: { tower: 'Der Turm: {n} Würfel', empty: 'Noch kein Turm', pick: 'Welcher Würfel?', aim: 'Zielen: zieh den Punkt, oder nimm die Pfeiltasten', hold: 'Dort halten', letgo: 'Loslassen!', slow: 'Noch einmal, langsam', rolled: 'Gewürfelt', add: 'Die {n} aufsetzen', where: '{x} mm rechts, {y} mm hinten' },
  es: { tower: 'La torre: {n} dados', empty: 'Aún no hay torre', pick: '¿Qué dado?', aim: 'Apunta: arrastra el punto o usa las flechas', hold: 'Sujétalo ahí', letgo: '¡Suéltalo!', slow: 'Otra vez, despacio', rolled: 'Tirados', add: 'Añadir el {n}', where: '{x} mm a la derecha, {y} mm atrás' },
});
