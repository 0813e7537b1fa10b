// Knobel's socket, protocol 1. Made from docs/wire.schema.json by `make docs`: do not edit.

export const PROTOCOL = 1;

export type ClientMessage = Hello | Look | Play | Undo | Throw | Protest | Correct | Chat | Pong;

export type HouseMessage = Welcome | News | Done | Refused | Ping | Bye;

/** The first message on a socket: who is looking, and how far they have seen. Answered by `welcome`. */
export type Hello = {
  type: "hello";
  protocol: number;
  tokens?: (string)[];
  looking?: number | null;
  seen?: number | null;
  language?: "de" | "en" | "es" | "fr" | null;
  plain?: boolean;
  marks?: boolean;
};

/** Another seat of this client looks at the screen now (null: nobody, so what a spectator may see). */
export type Look = {
  type: "look";
  id: number;
  seat: number | null;
};

/** A seat makes a move: one of those offered, or one of a kind that is too rich to list. */
export type Play = {
  type: "play";
  id: number;
  seat: number;
  move: unknown;
  at?: number | null;
};

/** A seat takes its last move back. */
export type Undo = {
  type: "undo";
  id: number;
  seat: number;
};

/** Real dice: what fell, in the names of the faces, in any order. */
export type Throw = {
  type: "throw";
  id: number;
  faces: (string)[];
};

/** Real dice: a seat says that the last throw was typed in wrongly. It is asked for again. */
export type Protest = {
  type: "object";
  id: number;
  seat: number;
};

/** Real dice: the host puts an earlier throw right, named by its entry in the record. */
export type Correct = {
  type: "correct";
  id: number;
  entry: number;
  faces: (string)[];
};

/** Says something to everyone; without a seat, as the host. */
export type Chat = {
  type: "chat";
  id: number;
  seat?: number | null;
  text: string;
};

/** The answer to a `ping`, to be sent at once: so the house measures how long the way is. */
export type Pong = {
  type: "pong";
  id: number;
};

/** The answer to `hello` (and, with its `id`, to `look`): all that the looker may see now, and what they missed. */
export type Welcome = {
  type: "welcome";
  protocol: number;
  id: number | null;
  seq: number;
  yours: (number)[];
  host: boolean;
  looking: number | null;
  room: RoomView;
  position: Position | null;
  missed: (Happening)[];
};

/** The table without its game. */
export type RoomView = {
  table: string;
  game: string;
  title: string;
  stage: "gathering" | "over" | "playing" | "salting";
  options: Record<string, unknown>;
  dice: "fair" | "real";
  public: boolean;
  move_ms: number | null;
  seats: (SeatView | null)[];
  least: number;
  host: number | null;
  deal: DealView;
  paused: boolean;
  ended: boolean;
  reopened: number | null;
  rematch: string;
  before: string;
};

/** Who has a seat. */
export type SeatView = {
  name: string;
  player: string;
  person: boolean;
  muted: boolean;
  open: boolean;
};

/** How the dice are being fixed: the house's commitment, and who committed to a salt and who has opened theirs. */
export type DealView = {
  promise: string;
  committed: (number)[];
  opened: (number)[];
};

/** The game as the looker may see it: everything a screen needs. */
export type Position = {
  view: unknown;
  scene: SceneView;
  due: DueView;
  scores: (number)[];
  places: (number)[] | null;
  moves: (Choice)[];
  open: (OpenKind)[];
  undo: boolean;
  live: boolean;
  sway: SwayView | null;
  throw: ThrowView | null;
  objectable: number | null;
  clock: ClockView;
};

/** What lies on the table: in the middle, and before each seat. */
export type SceneView = {
  middle: (SceneGroup)[];
  drawing: (string)[];
  places: ((SceneGroup)[])[];
};

/** Things that lie together. */
export type SceneGroup = {
  caption: string;
  dice?: (Die)[];
  count?: number | null;
  words?: (string)[];
};

/** A die as it lies: what its upper face shows, and in which colour. A covered die shows nothing. */
export type Die = {
  type: "Die";
  face?: string;
  colour?: string;
};

/** Who may move now. */
export type DueView = {
  must: (number)[];
  may: (number)[];
  nature: boolean;
};

/** A move that the looker may make, in words and as it is sent. */
export type Choice = {
  label: string;
  move: unknown;
};

/** A kind of move that is too rich to list, with the JSON schema of what it takes. */
export type OpenKind = {
  kind: string;
  label: string;
  takes: Record<string, unknown>;
};

/** Where something sways and a move stops it: where it is, from -1 to 1, at `since` and then every `every`. Where it takes longer than that, `look` brings more. */
export type SwayView = {
  since: number;
  every: number;
  at: (number)[];
};

/** Real dice have been thrown: who says what fell (beside the host), and for each die the names of its faces. */
export type ThrowView = {
  by: number | null;
  faces: ((string)[])[];
};

/** What time it is at the table, and until when. */
export type ClockView = {
  now: number;
  alarm: number | null;
  until: Record<string, number>;
};

/** Something that happened at the table, with its number in the table's log: 1, 2, 3 … */
export type Happening = {
  seq: number;
  on: number;
  what: Opened | Sat | Left | Rekeyed | Promised | Asked | Salted | Redealt | Began | Moved | Undone | Objected | Corrected | Revealed | Said | Paused | Continued | Adopted | Ended | Removed | Muted | Handed | Rematched;
  words?: (string)[];
};

/** The table was opened. */
export type Opened = {
  type: "opened";
};

/** Somebody, or a player of the house, has taken a seat, or has taken it over. */
export type Sat = {
  type: "sat";
  seat: number;
  name: string;
  player: string;
};

/** A seat is free, before the game has begun. */
export type Left = {
  type: "left";
  seat: number;
};

/** A player went on on another device. */
export type Rekeyed = {
  type: "rekeyed";
  seat: number;
};

/** A seat committed to a salt. */
export type Promised = {
  type: "promised";
  seat: number;
  promise: string;
};

/** The game is about to begin: whoever committed to a salt opens it now. */
export type Asked = {
  type: "asked";
};

/** A seat opened its salt. */
export type Salted = {
  type: "salted";
  seat: number;
  text: string;
  nonce: string;
};

/** The dice are fixed anew; commitments have to be made again. */
export type Redealt = {
  type: "redealt";
  promise: string;
};

/** The game began. `order` says which seat each seat of the game was until now; every view is new. */
export type Began = {
  type: "began";
  order: (number)[];
};

/** A move was made. */
export type Moved = {
  type: "moved";
  entry: number;
  by: number | "clock" | "nature";
  move: unknown;
  at: number;
};

/** A seat took its last move back. */
export type Undone = {
  type: "undone";
  by: number;
};

/** A seat says that the dice of an entry were typed in wrongly. */
export type Objected = {
  type: "objected";
  seat: number;
  entry: number;
};

/** Dice that had been typed in were put right. */
export type Corrected = {
  type: "corrected";
  entry: number;
  move: unknown;
};

/** The house shows its secret seed: the game is over, and every roll can be checked. */
export type Revealed = {
  type: "revealed";
  seed: string;
};

/** Somebody said something (without a seat: the host). */
export type Said = {
  type: "said";
  seat: number | null;
  text: string;
};

/** The host has stopped the game for a while. */
export type Paused = {
  type: "paused";
};

/** The game goes on. */
export type Continued = {
  type: "continued";
};

/** The house was away for a moment and is back; no time was lost. */
export type Adopted = {
  type: "adopted";
};

/** The host has ended the table. */
export type Ended = {
  type: "ended";
};

/** The host sent somebody away. */
export type Removed = {
  type: "removed";
  seat: number;
};

/** The host decided whether a seat may chat. */
export type Muted = {
  type: "muted";
  seat: number;
  muted: boolean;
};

/** A seat is host now. */
export type Handed = {
  type: "handed";
  seat: number;
};

/** The same people play again at another table; their tokens open their seats there. */
export type Rematched = {
  type: "rematched";
  table: string;
};

/** Something happened. Happenings come in order, without gaps; `position` and `room` are as they are after them. */
export type News = {
  type: "news";
  happenings: (Happening)[];
  position: Position | null;
  room?: RoomView;
};

/** What the client asked for has happened, and is safe. `seq` is its number. */
export type Done = {
  type: "done";
  id: number;
  seq: number;
};

/** What the client asked for has not happened; the table is untouched. */
export type Refused = {
  type: "refused";
  id: number | null;
  code: string;
  rule: string;
  why: string;
};

/** To be answered at once by a `pong` with the same id. `now` is the table's time. */
export type Ping = {
  type: "ping";
  id: number;
  now: number;
  watching: number;
};

/** The house closes this socket. `again`: come back after so many milliseconds; null: there is no use. */
export type Bye = {
  type: "bye";
  code: string;
  why: string;
  again: number | null;
};
