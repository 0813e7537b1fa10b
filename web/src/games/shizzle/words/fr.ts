import type en from './en';

export default {
  line: 'La ligne',
  rolled: 'Lancés',
  lay: 'Poser le {die}',
  no: 'Le {die} ne va pas',
  end: 'Le suivant va ici',
} satisfies Record<keyof typeof en, string>;
