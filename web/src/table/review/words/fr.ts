import type en from './en';

export default {
  working: 'Chaque décision est analysée…',
  chances: 'Chances de gagner',
  deciding: 'Les moments décisifs',
  apart: 'Chance et habileté',
  accuracy: 'Précision',
  start: 'Chances au départ',
  skill: 'Erreurs propres',
  rivals: 'Erreurs des autres',
  luck: 'Chance',
  result: 'Résultat',
  sum: 'Le départ, les erreurs et la chance s’additionnent pour donner le résultat.',
  exact: 'Toutes les probabilités sont exactes.',
  tried: 'Chaque moment a été rejoué {n} fois : une probabilité seule peut être fausse de {error}.',
  decisions: 'Décisions',
  all: 'Montrer les {n}, pas seulement les erreurs',
  change: '{before}, puis {after}',
  lost: '{lost} perdus',
  best: 'Le mieux :',
  none: 'Aucune erreur : chaque coup était le meilleur.',
} satisfies Record<keyof typeof en, string>;
