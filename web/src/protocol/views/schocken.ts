// The view of a game, as the house describes it. Made by `make docs`: do not edit.

export type View = Schocken;

/** A position: where the discs are, whose cup hides what, and who lost the rounds before. */
export type Schocken = {
  readonly options: SchockenOptions;
  readonly middle: number;
  readonly discs: readonly (number)[];
  readonly cups: readonly (Cup)[];
  readonly contenders: readonly (number)[];
  readonly order: readonly (number)[];
  readonly turn: number;
  readonly in_the_air: boolean;
  readonly opened: number;
  readonly losers: readonly (number)[];
  readonly reveal: Reveal | null;
};

/** The house rules of a table of Schocken, the one most tables differ in first. */
export type SchockenOptions = {
  readonly leader_caps: boolean;
  readonly discs: number;
  readonly general_high: boolean;
  readonly simple_by: "all" | "highest";
  readonly single_throw: "any" | "first";
  readonly assembled: "both" | "generals" | "neither";
  readonly flip_last: boolean;
  readonly flip_other: "rethrown" | "stays";
  readonly flip_three: boolean;
  readonly aside_shown: boolean;
  readonly aside_locked: boolean;
  readonly aside_ones: boolean;
  readonly blind: boolean;
  readonly shortfall: "forgotten" | "winner";
  readonly counted: boolean;
  readonly starter: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | "dice";
};

/** One player's dice. A die of the last throw lies under the cup, the others lie beside it. */
export type Cup = {
  readonly faces: readonly (number)[];
  readonly fresh: readonly (number)[];
  readonly throws: readonly (number)[];
};

/** SCH-08: the cups are lifted. Everybody's hand, and which discs change hands for it. */
export type Reveal = {
  readonly order: readonly (number)[];
  readonly hands: readonly (Hand)[];
  readonly winner: number;
  readonly loser: number;
  readonly from_middle: number;
  readonly from_players: number;
  readonly round_lost: boolean;
};

/** Three dice as they count, the highest first. */
export type Hand = {
  readonly kind: Kind;
  readonly faces: readonly (number)[];
};

/** SCH-R2: the kinds of hand in rising order. */
export type Kind = "general" | "jule" | "out" | "pippi" | "schock" | "simple" | "street";
