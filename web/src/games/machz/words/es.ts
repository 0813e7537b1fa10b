import type en from './en';

export default {
  object: 'Modelo',
  rolling: 'Tirada',
  match: 'Acierto',
  no_match: 'Sin acierto',
  none: 'No apostar',
  secret: 'Nadie ve tu apuesta antes de que caigan los dados.',
  none_yet: 'aún sin pareja',
} satisfies Record<keyof typeof en, string>;
