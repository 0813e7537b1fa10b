export type Actor = number | 'nature' | 'clock';
export interface Die { face: string; colour: string }
export type What = { type: string } & (
  | { type: 'moved'; entry: number; by: Actor; move: unknown; at: number }
  | { type: 'corrected' }
  | { type: 'said'; seat: number | null; text: string }
  | { type: 'other' }
);
export interface Happening { seq: number; on: number; what: What; words: string[] }
export interface SeatView { name: string; player: string; person: boolean; muted: boolean; open: boolean }
export interface RoomView {
  table: string; game: string; title: string; stage: 'gathering' | 'salting' | 'playing' | 'over';
  options: Record<string, unknown>; dice: 'fair' | 'real'; public: boolean; move_ms: number | null;
  seats: (SeatView | null)[]; least: number; host: number | null;
  deal: { promise: string; committed: number[]; opened: number[] };
  paused: boolean; ended: boolean; reopened: number | null; rematch: string; before: string;
}
export interface Choice { label: string; move: { type: string } & Record<string, unknown> }
export interface OpenKind { kind: string; label: string; takes: Record<string, unknown> }
export interface SceneGroup { caption: string; dice: Die[]; count: number | null }
export interface SceneView { middle: SceneGroup[]; drawing: string[]; places: SceneGroup[][] }
export interface Position {
  view: unknown; scene: SceneView; due: { must: number[]; may: number[]; nature: boolean };
  scores: number[]; places: number[] | null; moves: Choice[]; open: OpenKind[]; undo: boolean; live: boolean;
  throw: { by: number | null; faces: string[][] } | null; objectable: number | null;
  clock: { now: number; alarm: number | null; until: Record<string, number> };
}
export type HouseMessage =
  | { type: 'welcome'; protocol: number; id: number | null; seq: number; yours: number[]; host: boolean; looking: number | null; room: RoomView; position: Position | null; missed: Happening[] }
  | { type: 'news'; happenings: Happening[]; position: Position | null; room?: RoomView }
  | { type: 'done'; id: number; seq: number }
  | { type: 'refused'; id: number | null; code: string; rule: string; why: string }
  | { type: 'ping'; id: number; now: number }
  | { type: 'bye'; code: string; why: string; again: number | null };
export type ClientMessage = { type: string } & Record<string, unknown>;
