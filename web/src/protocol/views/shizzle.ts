// The view of a game, as the house describes it. Made by `make docs`: do not edit.

export type View = Shizzle;

/** A position: chips, the line, and the dice that were rolled and are not in it. */
export type Shizzle = {
  readonly options: ShizzleOptions;
  readonly points: readonly (number)[];
  readonly bank: number;
  readonly turn: number;
  readonly starter_open: boolean;
  readonly line: readonly (Face)[];
  readonly rolled: readonly (Face)[];
  readonly in_the_air: readonly (number)[];
  readonly begun: boolean;
  readonly laid: number;
  readonly possible: number;
  readonly fizzled: boolean;
  readonly shizzles: number;
  readonly returned: number;
  readonly line_returned: boolean;
  readonly turns: number;
  readonly rolloff: readonly (readonly [number, number | null])[];
  readonly rolloffs_won: readonly (number)[];
  readonly ended: boolean;
};

/** What a table may agree on before the first roll. */
export type ShizzleOptions = {
  readonly starter: 1 | 2 | 3 | 4 | 5 | 6 | "random";
  readonly square: number;
  readonly faces: readonly (string)[];
  readonly placing: "free" | "longest";
  readonly twos: "free" | "stop";
  readonly returns: "at_end" | "at_once";
  readonly ties: "rolloff" | "shared";
  readonly turns: number;
  readonly target: number;
};

/** The upper face of a die as it lies: which of the six dice, in which colour, with which number. */
export type Face = {
  readonly die: number;
  readonly colour: "blue" | "green" | "orange" | "purple" | "red" | "yellow";
  readonly number: number;
};
