export default {
  line: 'The line',
  rolled: 'Rolled',
  lay: 'Lay the {die}',
  no: 'The {die} does not fit',
  odds: 'Choke?',
  chance: '{n} % to choke',
  end: 'Next goes here',
} as const;
