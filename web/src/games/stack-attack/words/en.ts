export default {
  tower: 'The tower: [n:# die|# dice]',
  empty: 'No tower yet',
  pick: 'Which die?',
  aim: 'Aim: drag the point, or use the arrow keys',
  hold: 'Hold it there',
  letgo: 'Let go!',
  slow: 'Once more, slowly',
  rolled: 'Rolled',
  add: 'Add the {n}',
  where: '{x} mm right, {y} mm back',
} as const;
