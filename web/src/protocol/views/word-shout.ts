// The view of a game, as the house describes it. Made by `make docs`: do not edit.

export type View = WordShout;

/** A position: totals, the dice as they landed, the words taken, and the shouts that wait to be judged. */
export type WordShout = {
  readonly options: WordShoutOptions;
  readonly totals: readonly (number)[];
  readonly roller: number;
  readonly phase: "choosing" | "disputing" | "falling" | "gathering" | "over" | "searching" | "shaking";
  readonly doubled: boolean;
  readonly last: Round | null;
  readonly now: number;
  readonly ready: readonly (number)[];
  readonly letters: string;
  readonly lying: readonly (number)[];
  readonly rolled_at: number;
  readonly taken: readonly (TakenWord)[];
  readonly pending: readonly (Cry)[];
  readonly closed: number;
  readonly spoke: readonly (number)[];
  readonly passes: readonly (number)[];
  readonly locks: readonly (number)[];
  readonly turn: number;
  readonly turn_since: number;
  readonly ending: "clock" | "dice" | "passes" | "tie" | "words" | null;
  readonly accepted: readonly (number)[];
};

/** What a table may agree on before the first roll. */
export type WordShoutOptions = {
  readonly starter: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | "random";
  readonly target: number;
  readonly dice: readonly (string)[];
  readonly window: number;
  readonly lockout: number;
  readonly lookup: "at_once" | "challenge";
  readonly invalid: "costs" | "free";
  readonly play: "shouting" | "turns";
  readonly turn_seconds: number;
  readonly least: readonly (number)[];
  readonly head_start: readonly (number)[];
  readonly round_seconds: number;
};

/** A round that is over and settled. */
export type Round = {
  readonly letters: string;
  readonly taken: readonly (TakenWord)[];
  readonly ending: "clock" | "dice" | "passes" | "tie" | "words";
  readonly doubled: boolean;
  readonly gained: readonly (number)[];
};

/** A word that lies before the player who made it. */
export type TakenWord = {
  readonly seat: number;
  readonly word: string;
  readonly dice: readonly (number)[];
  readonly challenger: number | null;
  readonly valid: boolean | null;
};

/** A word shouted at a time of the table, not judged yet. They sort by time, then by seat. WSH-R17: a rival's is without its word. */
export type Cry = {
  readonly at: number;
  readonly seat: number;
  readonly word: string;
};
