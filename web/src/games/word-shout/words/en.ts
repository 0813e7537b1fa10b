export default {
  doubled: 'Double round: everything counts twice',
  letter: 'Letter {letter}',
  letters: 'Letters on the table',
  taken: 'Words taken',
  by: '{word}, taken by {name}',
  challenged: 'challenged',
  tap: 'Tap letters, or type',
  whose: 'Who shouted it?',
  both: 'Who were the two?',
  tie: 'Two at once',
  nobody: 'Nobody sees anything more',
} as const;
