// The view of a game, as the house describes it. Made by `make docs`: do not edit.

export type View = StackAttack;

/** A position: points, the tower, the dice just rolled, and the die in a hand over the tower. */
export type StackAttack = {
  readonly options: StackAttackOptions;
  readonly points: readonly (number)[];
  readonly playing: readonly (number)[];
  readonly turn: number;
  readonly phase: "choosing" | "over" | "reaching" | "ready" | "rolling" | "settling" | "stacking" | "swaying";
  readonly tower: readonly (Block)[];
  readonly poses: readonly (Pose)[];
  readonly rolled: readonly (number)[];
  readonly added: number;
  readonly held: Place | null;
  readonly sway: Sway;
  readonly since: number;
  readonly tires: number;
  readonly slip: Slip;
};

/** What a table may agree on before the first roll. */
export type StackAttackOptions = {
  readonly starter: 1 | 2 | 3 | 4 | "random";
  readonly target: number;
  readonly slips: boolean;
  readonly playoff: "all" | "highest";
  readonly dexterity: boolean;
  readonly hands: readonly ("child" | "expert" | "ordinary")[];
  readonly steadied: readonly (number)[];
};

/** A die in the tower: the number on top, and whose it is. STK-R7: the neutral ones are nobody's. */
export type Block = {
  readonly number: number;
  readonly owner: number | null;
};

/** Where a die is and how it is turned: its middle, from the middle of the plate's top, and a unit quaternion. */
export type Pose = readonly [number, number, number, number, number, number, number];

/** STK-07, STK-13: a player holds a die of that number over the tower: the aim, from the middle of the top die. */
export type Place = {
  readonly type: "Place";
  readonly die: number;
  readonly x: number;
  readonly y: number;
  readonly turn: number;
};

/** How the hand that holds the die sways, from now on, to either side (x) and to and fro (y). */
export type Sway = {
  readonly type: "Sway";
  readonly x: readonly (Wave)[];
  readonly y: readonly (Wave)[];
};

/** One of the waves that a trembling hand is made of: amplitude · sin(2π · t / period + phase). */
export type Wave = readonly [number, number, number];

/** How far from its aim the house lets go, for a seat that does not do it itself; `twist` turns the die. */
export type Slip = {
  readonly type: "Slip";
  readonly dx: number;
  readonly dy: number;
  readonly twist: number;
};
