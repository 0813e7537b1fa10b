export default {
  lift: 'Lift your cup',
  pick: 'Tap the dice to throw again',
  flip: 'Turn a six into a one',
  best: 'best',
  worst: 'worst',
  again: 'throw again',
  cup: 'Cup',
  aside: 'Set aside',
  middle: 'In the middle',
  then: 'then',
} as const;
