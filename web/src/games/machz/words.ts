import { speaking } from '../../words/speaking';

export const word = speaking({
  en: { object: 'Object set', rolling: 'Rolling set', match: 'Match', no_match: 'No match', none: 'No bet', secret: 'Nobody sees your bet before the dice fall.', none_yet: 'not matched yet', odds: 'Odds?', chance: '{n} % for a match' },
  de: { object: 'Vorgabe', rolling: 'Wurf', match: 'Treffer', no_match: 'Kein Treffer', none: 'Nicht setzen', secret: 'Niemand sieht deinen Einsatz, bevor die Würfel fallen.', none_yet: 'noch nicht getroffen', odds: 'Chancen?', chance: '{n} % für einen Treffer' },
  es: { object: 'Modelo', rolling: 'Tirada', match: 'Acierto', no_match: 'Sin acierto', none: 'No apostar', secret: 'Nadie ve tu apuesta antes de que caigan los dados.', none_yet: 'aún sin pareja', odds: '¿Probabilidad?', chance: '{n} % de acierto' },
});
