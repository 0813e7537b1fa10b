/** What sort of person each player of the house is: data. */

export const TEMPERS = ['wild', 'curious', 'easy', 'careful', 'proud'] as const;
export type Temper = (typeof TEMPERS)[number];
/** When somebody says something: it is their turn, they got something, lost something, won, or did not. */
export const OCCASIONS = ['turn', 'glad', 'sorry', 'won', 'beaten'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** By the levels of the house; others are found by their name. */
export const OF_LEVEL: Readonly<Record<string, Temper>> = { random: 'wild', beginner: 'curious', casual: 'easy', strong: 'careful', careful: 'careful', master: 'proud', perfect: 'proud' };
