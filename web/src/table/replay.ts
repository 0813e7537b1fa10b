/** A finished game as news: what the house tells of its steps, in the form in which a table hears it. Pure. */
import type { StepView } from '../protocol/http';
import type { News, Position, RoomView } from '../protocol/socket';
import type { Known } from '../wire/following';

/** What is known after a step. */
export function knownAt(steps: readonly StepView[], at: number, room: RoomView): Known {
  const step = steps[at];
  const position = (step ? { scene: step.scene, scores: step.scores, live: false, places: null } : null) as Position | null;
  return { seq: at + 1, yours: [], waits: [], host: false, looking: null, room, position, lines: [], fresh: new Set(), happened: [], told: step?.words ?? [] };
}

/** A step as it was heard. */
export function newsOf(steps: readonly StepView[], at: number): News {
  const { entry = 0, words = [], dice = [], lying = null, moment = null } = steps[at] ?? {};
  const what = { type: 'moved', entry, by: 'nature', move: { type: '' }, at: 0, dice, lying, moment } as const;
  return { type: 'news', happenings: [{ seq: at + 1, on: 0, what, words }], position: null };
}
