import type en from './en';

export default {
  line: 'La ligne',
  rolled: 'Lancés',
  lay: 'Pose le {die}',
  no: 'Le {die} ne convient pas',
  end: 'Le suivant va ici',
} satisfies Record<keyof typeof en, string>;
