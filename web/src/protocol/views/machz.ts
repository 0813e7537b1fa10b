// The view of a game, as the house describes it. Made by `make docs`: do not edit.

export type View = Machz;

/** A position. Stakes stay in their owners' stacks until the roll, so that a stack does not betray a bet. */
export type Machz = {
  readonly options: MachzOptions;
  readonly chips: readonly (number)[];
  readonly pot: number;
  readonly supply: number;
  readonly machz: readonly (number)[];
  readonly won: readonly (number)[];
  readonly many: boolean;
  readonly phase: "agreeing" | "betting" | "choice" | "judging" | "over" | "rolling" | "set" | "setting" | "starting" | "turn";
  readonly setter: number;
  readonly roller: number;
  readonly contenders: readonly (number)[];
  readonly tossed: readonly ("blue" | "green" | "orange" | "purple" | "red" | "yellow")[];
  readonly votes: readonly (boolean | null)[];
  readonly bets: readonly (Bet | Covered | null)[];
  readonly deadline: number | null;
  readonly object_set: readonly ("blue" | "green" | "orange" | "purple" | "red" | "yellow")[];
  readonly locked: readonly ("blue" | "green" | "orange" | "purple" | "red" | "yellow")[];
  readonly loose: readonly ("blue" | "green" | "orange" | "purple" | "red" | "yellow")[];
  readonly fell: readonly ("blue" | "green" | "orange" | "purple" | "red" | "yellow")[];
  readonly dice: number;
  readonly pair_used: boolean;
  readonly last: Settled | null;
  readonly sets: number;
  readonly games: number;
  readonly refilled: number;
};

/** What a table may agree on before the first roll. */
export type MachzOptions = {
  readonly setter: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | "roll";
  readonly pot: number;
  readonly stacks: "extra" | "from_pot";
  readonly combination: "both" | "final" | "first";
  readonly machz_pay: "alone" | "both";
  readonly poor_sets: "below_2" | "below_3" | "never";
  readonly bet_size: "many" | "one" | "vote";
  readonly most_bet: number;
  readonly seconds: number;
  readonly refills: number;
  readonly refill: "carry" | "fresh";
  readonly minutes: number;
  readonly target: number;
  readonly machz: number;
  readonly laps: number;
  readonly values: boolean;
  readonly banker: "honour" | "house";
};

/** MCZ-27: a Rocker bets on the coming roll, or decides not to: that is one move, and stakes nothing. */
export type Bet = {
  readonly type: "Bet";
  readonly side: "match" | "no_match" | "none";
  readonly chips: number;
};

/** MCZ-R16, what others are shown of a bet: somebody has decided. Whether it is a bet at all they cannot tell. */
export type Covered = {
  readonly type: "Covered";
};

/** How the last roll was settled, for everyone to see. */
export type Settled = {
  readonly changes: readonly (number)[];
  readonly bets: readonly (Bet | Covered | null)[];
};
