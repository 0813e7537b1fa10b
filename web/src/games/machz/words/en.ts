export default {
  object: 'Object set',
  rolling: 'Rolling set',
  match: 'Match',
  no_match: 'No match',
  none: 'No bet',
  secret: 'Nobody sees your bet before the dice fall.',
  none_yet: 'not matched yet',
} as const;
