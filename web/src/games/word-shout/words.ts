import { speaking } from '../../words/speaking';

export const word = speaking({
  en: { doubled: 'Double round: everything counts twice', letters: 'Letters on the table', taken: 'Words taken', by: '{word}, taken by {name}', challenged: 'challenged', whose: 'Who shouted it?', both: 'Who were the two?', tie: 'Two at once', nobody: 'Nobody sees anything more' },
  de: { doubled: 'Doppelrunde: alles zählt zweifach', letters: 'Buchstaben auf dem Tisch', taken: 'Genommene Wörter', by: '{word}, genommen von {name}', challenged: 'angezweifelt', whose: 'Wer hat es gerufen?', both: 'Wer waren die zwei?', tie: 'Zwei zugleich', nobody: 'Niemand sieht noch etwas' },
  es: { doubled: 'Ronda doble: todo vale el doble', letters: 'Letras en la mesa', taken: 'Palabras tomadas', by: '{word}, de {name}', challenged: 'en duda', whose: '¿Quién la ha gritado?', both: '¿Quiénes eran los dos?', tie: 'Dos a la vez', nobody: 'Nadie ve nada más' },
});
