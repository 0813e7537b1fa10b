// What the socket and HTTP share, as the house describes it. Made by `make docs`: do not edit.

/** The table without its game. */
export type RoomView = {
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly stage: "gathering" | "over" | "playing" | "salting";
  readonly options: Readonly<Record<string, unknown>>;
  readonly dice: "fair" | "real";
  readonly public: boolean;
  readonly move_ms: number | null;
  readonly seats: readonly (SeatView | null)[];
  readonly least: number;
  readonly host: number | null;
  readonly deal: DealView;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly reopened: number | null;
  readonly rematch: string;
  readonly before: string;
};

/** Who has a seat. */
export type SeatView = {
  readonly name: string;
  readonly player: string;
  readonly person: boolean;
  readonly muted: boolean;
  readonly open: boolean;
};

/** How the dice are being fixed: the house's commitment, and who committed to a salt and who has opened theirs. */
export type DealView = {
  readonly promise: string;
  readonly committed: readonly (number)[];
  readonly opened: readonly (number)[];
};

/** What lies on the table: in the middle, and before each seat. */
export type SceneView = {
  readonly middle: readonly (SceneGroup)[];
  readonly drawing: readonly (string)[];
  readonly places: readonly (readonly (SceneGroup)[])[];
};

/** Things that lie together. */
export type SceneGroup = {
  readonly id: string;
  readonly caption: string;
  readonly dice: readonly (Die)[];
  readonly count: number | null;
  readonly words: readonly (string)[];
};

/** A die as it lies: what its upper face shows, and in which colour. A covered die shows nothing. */
export type Die = {
  readonly type: "Die";
  readonly face: string;
  readonly colour: string;
  readonly id: string;
};

/** A die inside a sentence: what it is called there, and how it looks. */
export type NamedDie = {
  readonly name: string;
  readonly face: string;
  readonly colour: string;
};

/** A moment that everybody looks up for: words for a banner, its sound, and the colours of the chips that rain. */
export type MomentView = {
  readonly words: string;
  readonly sound: "crash" | "fanfare" | "gong";
  readonly rains: readonly (string)[];
};
