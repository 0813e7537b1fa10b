import type en from './en';

export default {
  doubled: 'Ronda doble: todo vale el doble',
  letter: 'Letra {letter}',
  letters: 'Letras en la mesa',
  taken: 'Palabras tomadas',
  by: '{word}, de {name}',
  challenged: 'en duda',
  tap: 'Toca las letras o escribe',
  whose: '¿Quién la ha gritado?',
  both: '¿Quiénes eran los dos?',
  tie: 'Dos a la vez',
  nobody: 'Nadie ve nada más',
} satisfies Record<keyof typeof en, string>;
