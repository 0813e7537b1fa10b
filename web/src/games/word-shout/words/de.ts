import type en from './en';

export default {
  doubled: 'Doppelrunde: alles zählt zweifach',
  letter: 'Buchstabe {letter}',
  letters: 'Buchstaben auf dem Tisch',
  taken: 'Genommene Wörter',
  by: '{word}, genommen von {name}',
  challenged: 'angezweifelt',
  tap: 'Buchstaben antippen oder schreiben',
  whose: 'Wer hat es gerufen?',
  both: 'Wer waren die zwei?',
  tie: 'Zwei zugleich',
  nobody: 'Niemand sieht noch etwas',
} satisfies Record<keyof typeof en, string>;
