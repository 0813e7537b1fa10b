// The socket, as the house describes it. Made by `make docs`: do not edit.

import type { Welcome, RoomView, SeatView, DealView, Position, SceneView, SceneGroup, Die, DueView, Choice, NamedDie, OpenKind, SwayView, ThrowView, ClockView, Happening, Moved, MomentView, Corrected, Opened, Sat, Left, Linked, Rekeyed, Promised, Asked, Salted, Redealt, Began, Objected, Said, Paused, Continued, Adopted, Ended, Removed, Muted, Handed, Rematched, Undone, Revealed, Refused } from './shared';

export type { Welcome, RoomView, SeatView, DealView, Position, SceneView, SceneGroup, Die, DueView, Choice, NamedDie, OpenKind, SwayView, ThrowView, ClockView, Happening, Moved, MomentView, Corrected, Opened, Sat, Left, Linked, Rekeyed, Promised, Asked, Salted, Redealt, Began, Objected, Said, Paused, Continued, Adopted, Ended, Removed, Muted, Handed, Rematched, Undone, Revealed, Refused };

export const PROTOCOL = 2;

export type ClientMessage = Hello | Look | Play | Undo | TypeDice | Protest | Correct | Chat | Hint | Pong;

export type HouseMessage = Welcome | News | Done | AdviceView | Refused | Ping | Bye;

/** The first message on a socket: who is looking, and how far they have seen. Answered by `welcome`. */
export type Hello = {
  readonly type: "hello";
  readonly protocol: number;
  readonly tokens?: readonly (string)[];
  readonly looking?: number | null;
  readonly seen?: number | null;
  readonly language?: "de" | "en" | "es" | "fr" | null;
  readonly plain?: boolean;
  readonly marks?: boolean;
};

/** Another seat of this client looks at the screen now (null: nobody, so what a spectator may see). */
export type Look = {
  readonly type: "look";
  readonly id: number;
  readonly seat: number | null;
};

/** A seat makes a move: one of those offered, or one of a kind that is too rich to list. */
export type Play = {
  readonly type: "play";
  readonly id: number;
  readonly seat: number;
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
  readonly at?: number | null;
};

/** A seat takes its last move back. */
export type Undo = {
  readonly type: "undo";
  readonly id: number;
  readonly seat: number;
};

/** Real dice: what fell, in the names of the faces, in any order. */
export type TypeDice = {
  readonly type: "throw";
  readonly id: number;
  readonly faces: readonly (string)[];
};

/** Real dice: a seat says that the last throw was typed in wrongly. It is asked for again. */
export type Protest = {
  readonly type: "object";
  readonly id: number;
  readonly seat: number;
};

/** Real dice: the host puts an earlier throw right, named by its entry in the record. */
export type Correct = {
  readonly type: "correct";
  readonly id: number;
  readonly entry: number;
  readonly faces: readonly (string)[];
};

/** Says something to everyone; without a seat, as the host. */
export type Chat = {
  readonly type: "chat";
  readonly id: number;
  readonly seat?: number | null;
  readonly text: string;
};

/** A seat that may move asks what its moves are worth. Answered by `advice`, where the table allows it. */
export type Hint = {
  readonly type: "hint";
  readonly id: number;
  readonly seat: number;
};

/** The answer to a `ping`, to be sent at once: so the house measures how long the way is. */
export type Pong = {
  readonly type: "pong";
  readonly id: number;
};

/** Something happened. Happenings come in order, without gaps; `position` and `room` are as they are after them. */
export type News = {
  readonly type: "news";
  readonly happenings: readonly (Happening)[];
  readonly position: Position | null;
  readonly room?: RoomView;
};

/** What the client asked for has happened, and is safe. `seq` is its number. */
export type Done = {
  readonly type: "done";
  readonly id: number;
  readonly seq: number;
};

/** The answer to `hint`: what each move is worth, the best one first. It holds for the position it was asked in. */
export type AdviceView = {
  readonly type: "advice";
  readonly id: number;
  readonly seq: number;
  readonly seat: number;
  readonly exact: boolean;
  readonly moves: readonly (MoveWorth)[];
  readonly words: readonly (string | readonly (string | NamedDie)[])[];
};

/** A move, and how likely its seat wins after it, from 0 to 1; between `low` and `high`, 95 % sure. */
export type MoveWorth = {
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
  readonly chance: number;
  readonly low: number;
  readonly high: number;
  readonly label?: string | readonly (string | NamedDie)[];
};

/** To be answered at once by a `pong` with the same id. `now` is the table's time. */
export type Ping = {
  readonly type: "ping";
  readonly id: number;
  readonly now: number;
  readonly watching: number;
  readonly every: number;
  readonly there: readonly (number)[];
  readonly away: Readonly<Record<string, number>>;
  readonly others: readonly (OtherDevice)[];
  readonly working: Readonly<Record<string, number>>;
};

/** Another socket that plays for a seat of the looker's. */
export type OtherDevice = {
  readonly seat: number;
  readonly since: number | null;
  readonly near: boolean;
};

/** The house closes this socket. `again`: come back after so many milliseconds; null: there is no use. */
export type Bye = {
  readonly type: "bye";
  readonly code: string;
  readonly why: string;
  readonly again: number | null;
};
