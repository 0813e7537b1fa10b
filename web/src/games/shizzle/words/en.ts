export default {
  line: 'The line',
  rolled: 'Rolled',
  lay: 'Lay the {die}',
  no: 'The {die} does not fit',
  end: 'Next goes here',
} as const;
