// HTTP, as the house describes it. Made by `make docs`: do not edit.

import type { Welcome, RoomView, SeatView, DealView, Position, SceneView, SceneGroup, Die, DueView, Choice, NamedDie, OpenKind, SwayView, ThrowView, ClockView, Happening, Moved, MomentView, Corrected, Opened, Sat, Left, Linked, Rekeyed, Promised, Asked, Salted, Redealt, Began, Objected, Said, Paused, Continued, Adopted, Ended, Removed, Muted, Handed, Rematched, Undone, Revealed, Refused } from './shared';

export type { Welcome, RoomView, SeatView, DealView, Position, SceneView, SceneGroup, Die, DueView, Choice, NamedDie, OpenKind, SwayView, ThrowView, ClockView, Happening, Moved, MomentView, Corrected, Opened, Sat, Left, Linked, Rekeyed, Promised, Asked, Salted, Redealt, Began, Objected, Said, Paused, Continued, Adopted, Ended, Removed, Muted, Handed, Rematched, Undone, Revealed, Refused };

/** A player of the house shall take a seat. */
export type AddBot = {
  readonly level: string;
  readonly seat?: number | null;
  readonly name?: string | null;
};

/** A decision in a game that is over: what was chosen, what was best, and what that cost. */
export type DecisionView = {
  readonly step: number;
  readonly seat: number;
  readonly made: string | readonly (string | NamedDie)[];
  readonly best: string | readonly (string | NamedDie)[];
  readonly choices: number;
  readonly before: number;
  readonly after: number;
  readonly lost: number;
};

/** What takes a seat along to another device: it works once, and until a time in milliseconds since 1970. */
export type DeviceLink = {
  readonly seat: number;
  readonly token: string;
  readonly until: number;
};

/** A die: where it shows in the move, and what stands there for each of its faces. */
export type DieDrawn = {
  readonly place: readonly (string | number)[] | null;
  readonly values: readonly (unknown)[];
};

/** What the numbers of a draw mean, from 0 to `total` - 1: moves in a row, or dice, the first the lowest digit. */
export type DrawKind = {
  readonly total: string;
  readonly moves: readonly (MoveDrawn)[];
  readonly dice: readonly (DieDrawn)[];
};

/** A move that nature may make, and how many numbers mean it. */
export type MoveDrawn = {
  readonly count: string;
  readonly move: {
    readonly type: string;
    readonly [more: string]: unknown;
  };
};

/** Nature's draw with the number `k`, and the entry of the record that it made. */
export type DrawView = {
  readonly k: number;
  readonly entry: number;
  readonly kind: number | null;
  readonly open: boolean;
};

/** All draws of a game that is over, told so that they can be drawn again. */
export type DrawsView = {
  readonly kinds: readonly (DrawKind)[];
  readonly draws: readonly (DrawView)[];
};

/** Who is host from now on. */
export type HandOn = {
  readonly seat: number;
};

/** How others get into this house, as far as it knows. */
export type HouseView = {
  readonly reach: "machine" | "network" | "nowhere" | "unknown";
  readonly addresses: readonly (string)[];
};

/** A part of a lesson: what is said and offered, what the learner is to do, and what comes of it. */
export type LessonPart = {
  readonly asks: "move" | "next" | "nothing";
  readonly position: Position;
  readonly wanted: {
    readonly type: string;
    readonly [more: string]: unknown;
  } | null;
  readonly label: string | readonly (string | NamedDie)[];
  readonly refused: Refused | null;
  readonly happenings: readonly (Happening)[];
};

/** A game's lesson, as the learner sees it: the table, as a socket would welcome them there, and all its parts. */
export type LessonView = {
  readonly welcome: Welcome;
  readonly parts: readonly (LessonPart)[];
};

/** A public table in the list. */
export type ListedTable = {
  readonly table: string;
  readonly game: string;
  readonly stage: "gathering" | "over" | "playing";
  readonly about: About;
  readonly changed: number;
};

/** The little that a list shows: who sits there, and how it is played. */
export type About = {
  readonly names: readonly (string)[];
  readonly free: number;
  readonly dice: string;
  readonly language: string;
};

/** Whether a seat may chat. */
export type Mute = {
  readonly seat: number;
  readonly muted?: boolean;
};

/** A table to be opened. */
export type NewTable = {
  readonly game: string;
  readonly preset?: string | null;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly dice?: "fair" | "real";
  readonly public?: boolean;
  readonly move_seconds?: number | null;
  readonly language?: "de" | "en" | "es" | "fr";
  readonly hints?: "alone" | "off" | "on";
};

/** Why something was not done. */
export type Problem = {
  readonly code: string;
  readonly rule: string;
  readonly option: string;
  readonly why: string;
};

/** Where it goes on. The same tokens open the seats there. */
export type Rematch = {
  readonly table: string;
};

/** A game that is over, looked at again. */
export type ReviewFound = {
  readonly exact: boolean;
  readonly rounds: number;
  readonly error: number;
  readonly seats: readonly (ReviewedSeat)[];
  readonly chances: readonly (readonly (number)[])[];
  readonly decisions: readonly (DecisionView)[];
  readonly deciding: readonly (number)[];
};

/** How a seat fared: `start`, `skill`, `rivals` and `luck` add up to `result`. */
export type ReviewedSeat = {
  readonly seat: number;
  readonly name: string;
  readonly start: number;
  readonly skill: number;
  readonly rivals: number;
  readonly luck: number;
  readonly result: number;
  readonly decisions: number;
  readonly accuracy: number | null;
};

/** A review, or how far it is: then ask again in a moment. */
export type ReviewView = {
  readonly done: number;
  readonly found: ReviewFound | null;
};

/** The salt that was committed to. */
export type SaltOpening = {
  readonly seat: number;
  readonly text: string;
  readonly nonce: string;
};

/** A commitment to a salt: the SHA-256 of `knobel commitment`, a zero byte and the JSON array of nonce and text. */
export type SaltPromise = {
  readonly seat: number;
  readonly promise: string;
};

/** What became of a commitment to a salt. */
export type SaltPromised = {
  readonly counts: boolean;
};

/** A seat, and the token that opens it. The token is shown only now (and set as a cookie). */
export type SeatTaken = {
  readonly seat: number;
  readonly token: string;
};

/** The host sends somebody away. */
export type SendAway = {
  readonly seat: number;
  readonly open?: boolean;
};

/** Somebody wants a seat: this one, or any. */
export type SitDown = {
  readonly name: string;
  readonly seat?: number | null;
  readonly promise?: string | null;
};

/** The host starts, from where some have committed to salts. */
export type Start = {
  readonly salts?: readonly (SaltOpening)[];
  readonly promises?: readonly (string)[] | null;
  readonly without?: readonly (number)[];
};

/** A step of a game that is over, told openly: what happened, what lay on the table then, and everybody's points. */
export type StepView = {
  readonly entry: number;
  readonly words: readonly (string | readonly (string | NamedDie)[])[];
  readonly scene: SceneView;
  readonly scores: readonly (number)[];
  readonly dice: readonly (string)[];
  readonly lying: SceneView | null;
  readonly moment: MomentView | null;
};

/** A table, and what the one who asks may act as. */
export type Summary = {
  readonly room: RoomView;
  readonly yours: readonly (number)[];
  readonly host: boolean;
};

/** A table that was opened. */
export type TableOpened = {
  readonly table: string;
  readonly token: string;
  readonly promise: string;
};

/** A page of the list, the last changed first. `next` asks for the page after it; empty: there is none. */
export type TablePage = {
  readonly tables: readonly (ListedTable)[];
  readonly next: string;
};

/** A link that was made on another device. */
export type TakeAlong = {
  readonly token: string;
};

/** A throw of real dice that was typed in: the host can put it right. */
export type ThrowTyped = {
  readonly entry: number;
  readonly words: readonly (string | readonly (string | NamedDie)[])[];
  readonly faces: readonly (readonly (string)[])[];
};

/** A seat, or another table. */
export type Where = {
  readonly seat: number;
};

/** What came of it: the verdict, how many draws were drawn again, and the first entry that differs. */
export type Verification = {
  readonly verdict: "broken-promise" | "different" | "fair" | "not-revealed" | "real-dice" | "repeatable";
  readonly checked: number;
  readonly unchecked: number;
  readonly salts: number;
  readonly entry: number | null;
  readonly recorded: string;
  readonly drawn: string;
  readonly why: string;
};

/** A game that can be played here. */
export type GameInfo = {
  readonly name: string;
  readonly title: string;
  readonly tagline: string;
  readonly version: number;
  readonly least: number;
  readonly most: number;
  readonly secret: boolean;
  readonly offered: string;
  readonly presets: readonly (PresetInfo)[];
  readonly options: readonly (OptionInfo)[];
  readonly players: readonly (string)[];
  readonly first: string;
  readonly rules: Readonly<Record<string, string>>;
  readonly stage: Stage;
  readonly card: CardInfo | null;
  readonly lesson: boolean;
};

/** A named set of house rules. */
export type PresetInfo = {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** A house rule, as a form would show it. */
export type OptionInfo = {
  readonly option: Option;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
};

/** One option of a game, as a form or a page would show it. */
export type Option = {
  readonly name: string;
  readonly rule: string;
  readonly default: unknown;
  readonly choices: readonly (unknown)[];
  readonly exhaustive: boolean;
  readonly least: number | null;
  readonly most: number | null;
  readonly listed: boolean;
};

/** A game's stage, for screens that are wide and for those that are tall. */
export type Stage = {
  readonly wide: Layout;
  readonly tall: Layout;
  readonly tilt: number;
};

/** One shape of the stage. */
export type Layout = {
  readonly width: number;
  readonly height: number;
  readonly around: Around;
  readonly own: readonly [number, number];
  readonly regions: Readonly<Record<string, Region>>;
  readonly before: Readonly<Record<string, Region>>;
  readonly tray: Tray | null;
  readonly throws: readonly [number, number, number];
};

/** How the others sit around the far side: everything before them becomes smaller where there are many. */
export type Around = {
  readonly elbow: number;
  readonly band: number;
  readonly name: number;
  readonly abreast: number;
  readonly bend: number;
};

/** Where the things of a group lie. Before a seat, places are counted from the seat's spot. */
export type Region = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly pitch: number;
  readonly row: number;
  readonly step: number;
  readonly slots: number;
  readonly marked: boolean;
  readonly numbered: boolean;
  readonly scatter: number;
  readonly holder: "" | "bag" | "cup" | "shaker" | "tower";
  readonly rest: readonly [number, number];
  readonly pieces: readonly (Piece)[];
  readonly facedown: boolean;
  readonly colours: readonly (string)[];
  readonly label: readonly [number, number] | null;
  readonly written: "caption" | "card" | "number";
  readonly wide: number;
};

/** What a number is laid out in: so many points a piece, the most valuable first. */
export type Piece = {
  readonly colour: string;
  readonly worth: number;
  readonly shape: "die" | "disc" | "square";
  readonly most: number | null;
};

/** Where the dice wait that lie in none of these groups: so many there are in all. */
export type Tray = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly dice: number;
  readonly groups: readonly (string)[];
  readonly row: number;
  readonly colour: string;
};

/** A game on one card: what one is after, how a turn goes, and the table that one looks things up in. */
export type CardInfo = {
  readonly goal: string;
  readonly turn: readonly (string)[];
  readonly table: readonly (CardRowInfo)[];
  readonly steps: readonly (CardStep)[];
};

/** A row of a rules card: dice that show it, what it is, and what it is worth (or nothing). */
export type CardRowInfo = {
  readonly what: string;
  readonly worth: string;
  readonly dice: readonly (Die)[];
};

/** How a step of a turn looks on the rules card: dice, one that is about to be rolled without a face, and pieces. */
export type CardStep = {
  readonly dice: readonly (Die)[];
  readonly pieces: readonly (string)[];
};
