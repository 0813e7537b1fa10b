import type en from './en';

export default {
  object: 'Modèle',
  rolling: 'Lancer',
  match: 'Réussi',
  no_match: 'Raté',
  none: 'Ne pas parier',
  secret: 'Personne ne voit ton pari avant que les dés tombent.',
  none_yet: 'pas encore trouvé',
} satisfies Record<keyof typeof en, string>;
