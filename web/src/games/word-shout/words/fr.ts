import type en from './en';

export default {
  doubled: 'Manche double : tout compte deux fois',
  letter: 'Lettre {letter}',
  letters: 'Lettres sur la table',
  taken: 'Mots pris',
  by: '{word}, pris par {name}',
  challenged: 'contesté',
  tap: 'Touche les lettres ou écris',
  whose: 'Qui l’a crié ?',
  both: 'Qui étaient les deux ?',
  tie: 'Deux à la fois',
  nobody: 'Personne ne voit plus rien',
} satisfies Record<keyof typeof en, string>;
