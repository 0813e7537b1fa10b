// What the socket and HTTP share, as the house describes it. Made by `make docs`: do not edit.

/** The answer to `hello` (and, with its `id`, to `look`): all that the looker may see now, and what they missed. */
export type Welcome = {
  readonly type: "welcome";
  readonly protocol: number;
  readonly id: number | null;
  readonly seq: number;
  readonly yours: readonly (number)[];
  readonly waits: readonly (number)[];
  readonly host: boolean;
  readonly looking: number | null;
  readonly room: RoomView;
  readonly position: Position | null;
  readonly missed: readonly (Happening)[];
};

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
  readonly hints: boolean;
  readonly reviews: boolean;
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
  readonly promises: readonly (string)[];
};

/** The game as the looker may see it: everything a screen needs. */
export type Position = {
  readonly view: unknown;
  readonly scene: SceneView;
  readonly due: DueView;
  readonly scores: readonly (number)[];
  readonly places: readonly (number)[] | null;
  readonly moves: readonly (Choice)[];
  readonly open: readonly (OpenKind)[];
  readonly undo: boolean;
  readonly guide: string | readonly (string | NamedDie)[];
  readonly live: boolean;
  readonly sway: SwayView | null;
  readonly throw: ThrowView | null;
  readonly objectable: number | null;
  readonly clock: ClockView;
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

/** Who may move now. */
export type DueView = {
  readonly must: readonly (number)[];
  readonly may: readonly (number)[];
  readonly nature: boolean;
};

/** A move that the looker may make, in words and as it is sent. */
export type Choice = {
  readonly label: string | readonly (string | NamedDie)[];
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
  readonly primary: boolean;
  readonly throws: boolean;
};

/** A die inside a sentence: what it is called there, and how it looks. */
export type NamedDie = {
  readonly name: string;
  readonly face: string;
  readonly colour: string;
};

/** A kind of move that is too rich to list, with the JSON schema of what it takes. */
export type OpenKind = {
  readonly kind: string;
  readonly label: string;
  readonly takes: Readonly<Record<string, unknown>>;
};

/** Where something sways and a move stops it: where it is, from -1 to 1, at `since` and then every `every`. Where it takes longer than that, `look` brings more. */
export type SwayView = {
  readonly since: number;
  readonly every: number;
  readonly at: readonly (number)[];
};

/** Real dice have been thrown: who says what fell (beside the host), and for each die the names of its faces. */
export type ThrowView = {
  readonly by: number | null;
  readonly faces: readonly (readonly (string)[])[];
  readonly whose: number | null;
};

/** What time it is at the table, and until when. */
export type ClockView = {
  readonly now: number;
  readonly alarm: number | null;
  readonly until: Readonly<Record<string, number>>;
};

/** Something that happened at the table, with its number in the table's log: 1, 2, 3 … */
export type Happening = {
  readonly seq: number;
  readonly on: number;
  readonly what: Moved | Corrected | Opened | Sat | Left | Linked | Rekeyed | Promised | Asked | Salted | Redealt | Began | Objected | Said | Paused | Continued | Adopted | Ended | Removed | Muted | Handed | Rematched | Undone | Revealed;
  readonly words: readonly (string | readonly (string | NamedDie)[])[];
};

/** A move was made. */
export type Moved = {
  readonly type: "moved";
  readonly entry: number;
  readonly by: number | "clock" | "nature";
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
  readonly at: number;
  readonly dice: readonly (string)[];
  readonly lying: SceneView | null;
  readonly moment: MomentView | null;
};

/** A moment that everybody looks up for: words for a banner, its sound, and the colours of the chips that rain. */
export type MomentView = {
  readonly words: string;
  readonly sound: "crash" | "fanfare" | "gong";
  readonly rains: readonly (string)[];
};

/** Dice that had been typed in were put right. */
export type Corrected = {
  readonly type: "corrected";
  readonly entry: number;
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
};

/** A table was opened. A rematch carries its seats over from the table before. */
export type Opened = {
  readonly type: "opened";
};

/** Somebody, or a player of the house, took a free seat. */
export type Sat = {
  readonly type: "sat";
  readonly seat: number;
  readonly name: string;
  readonly player: string;
};

/** A seat is free again, before the game has begun. */
export type Left = {
  readonly type: "left";
  readonly seat: number;
};

/** A link was made that takes a seat along to another device: `key` is its hash, and it works until then. */
export type Linked = {
  readonly type: "linked";
  readonly seat: number;
};

/** A seat answers to another token now, and no longer to the one before. */
export type Rekeyed = {
  readonly type: "rekeyed";
  readonly seat: number;
};

/** A seat committed to a salt. */
export type Promised = {
  readonly type: "promised";
  readonly seat: number;
  readonly promise: string;
};

/** The game is about to begin: no more commitments, and those who committed open their salts now. */
export type Asked = {
  readonly type: "asked";
};

/** A seat opened its salt. */
export type Salted = {
  readonly type: "salted";
  readonly seat: number;
  readonly text: string;
  readonly nonce: string;
};

/** Salts were opened but not all of them: everything begins anew with another seed, the house's `deal`-th. */
export type Redealt = {
  readonly type: "redealt";
  readonly promise: string;
};

/** The game began. `order` says which seat of the table each seat of the game was until now. */
export type Began = {
  readonly type: "began";
  readonly order: readonly (number)[];
};

/** A seat says that the dice of entry `of` were typed in wrongly: they are typed in again. */
export type Objected = {
  readonly type: "objected";
  readonly seat: number;
  readonly entry: number;
};

/** Somebody said something; without a seat it was the host. */
export type Said = {
  readonly type: "said";
  readonly seat: number | null;
  readonly text: string;
};

/** The host stopped the game for a while; no clock runs. */
export type Paused = {
  readonly type: "paused";
};

/** The game goes on. */
export type Continued = {
  readonly type: "continued";
};

/** The house was away, and is back. The time in between has cost nobody anything. */
export type Adopted = {
  readonly type: "adopted";
};

/** The host ended the table before the game was over. */
export type Ended = {
  readonly type: "ended";
};

/** The host sent somebody away: the token is void. While a game is on, a player of the house sits in. */
export type Removed = {
  readonly type: "removed";
  readonly seat: number;
};

/** The host decided whether a seat may chat. */
export type Muted = {
  readonly type: "muted";
  readonly seat: number;
  readonly muted: boolean;
};

/** The host handed the role on to a seat. */
export type Handed = {
  readonly type: "handed";
  readonly seat: number;
};

/** The same people play again, at another table. */
export type Rematched = {
  readonly type: "rematched";
  readonly table: string;
};

/** A seat took its own last move back. */
export type Undone = {
  readonly type: "undone";
  readonly by: number;
};

/** The secret seed, in hexadecimal, once the game is over. Nothing comes after it. */
export type Revealed = {
  readonly type: "revealed";
  readonly seed: string;
};

/** What the client asked for has not happened; the table is untouched. */
export type Refused = {
  readonly type: "refused";
  readonly id: number | null;
  readonly code: string;
  readonly rule: string;
  readonly why: string | readonly (string | NamedDie)[];
};
