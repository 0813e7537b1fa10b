/**
 * Beats: throw → land → hold → words → chips, one queue for all games. What the house sent becomes steps, and steps are
 * shown one after the other, so that no word tells an outcome before the dice do and nothing goes before it could be read.
 *
 * Everything here is pure. Time is the table's (`table.now()`), and it is handed in:
 *
 *     let queue = begun(known);                                     // a welcome: shown as it is
 *     queue = pushed(queue, stepOf(before, message, after), now);   // news
 *     queue = advanced(queue, now);                                 // at every picture, or when `nextAt(queue)` has come
 *     queue = skipped(queue, now);                                  // a tap
 *     const shown = shownOf(queue, now);                            // what lies there, what may be told, what may be done
 */
import type { Happening, MomentView, News, SceneGroup, SceneView } from '../protocol/socket';
import type { Known } from '../wire/following';
import { slowed, type Moment } from './moments';

export const BEATS = ['throw', 'land', 'hold', 'words', 'chips'] as const;
export type Beat = (typeof BEATS)[number];
export type Speed = 'calm' | 'normal' | 'fast';

/** How somebody wants to see it. */
export interface Pace {
  readonly speed: Speed;
  /** The same without movement. */
  readonly still: boolean;
}

/**
 * Dice that fell: the number of the happening (it chooses the throw), the dice's ids, the groups that they lie in now, and
 * whether somebody threw them who sits across the table.
 */
export interface Thrown {
  readonly seq: number;
  readonly dice: readonly string[];
  readonly groups: readonly string[];
  readonly across: boolean;
}

/** One piece of news, as it will be shown. */
export interface Step {
  /** How things are after it. */
  readonly known: Known;
  readonly thrown: Thrown | null;
  /** What lies there when the dice have fallen, where the position after it has gone on already. */
  readonly lying: SceneView | null;
  /** How many dice are turned up that nobody could read before. */
  readonly opened: number;
  /** Letters that it tells. */
  readonly letters: number;
  readonly pays: boolean;
  /** Whether the looker made the move: what was only told is not waited for any more. */
  readonly own: boolean;
  /** Whether everybody looks up for it. */
  readonly moment: Moment | null;
  /** Where everybody races from now on: the table's time at which it happened. */
  readonly raced: number | null;
}

type Plan = Readonly<Record<Beat, number>>;

interface Playing {
  readonly step: Step;
  readonly plan: Plan;
  /** When its first beat began. */
  readonly since: number;
}

export interface Queue {
  readonly pace: Pace;
  /** The last picture that was shown whole. */
  readonly known: Known | undefined;
  readonly playing: Playing | null;
  readonly waiting: readonly Step[];
  /** How long a throw takes, in milliseconds. 0: it cannot be played here (not loaded, drawn flat): the dice just lie there. */
  readonly length: (thrown: Thrown) => number;
}

/** As long as the longest recorded throw: so long after it happened do dice lie where all race, whoever looks. */
export const LONGEST = 1400;
/** Half a breath between the dice and everything else. */
const LAND = 250;
/** A losing throw lies at least so long, however fast somebody plays. */
export const LOSING = 1200;
/** Time to read dice that are turned up: to look, and for each of them. */
const LOOK = 700;
const READ_DIE = 220;
/** Somebody else's throw is looked at before it is told. */
const GLANCE = 300;
/** Time to read words. */
const READ_LETTER = 22;
const WORDS = [350, 1800] as const;
const CHIPS = 450;
/** A moment stands there so long; in a hurry, so long at least. */
export const MOMENT = 2600;
export const BRIEF = 1200;
const FACTOR: Readonly<Record<Speed, number>> = { calm: 1.5, normal: 1, fast: 0.6 };
/** Nobody is further behind the table than this. */
export const LAG = 4000;

// From news to a step -----------------------------------------------------------------------------------------------------

/** What a piece of news is worth showing. `after` is what `following.after` makes of the message. */
export function stepOf(before: Known | undefined, message: News, after: Known): Step {
  const news = message.happenings.filter(({ seq }) => seq > (before?.seq ?? 0));
  const moves = news.flatMap(({ seq, what }) => (what.type === 'moved' ? [{ seq, what }] : []));
  const fell = moves.findLast(({ what }) => what.dice.length);
  const lying = moves.findLast(({ what }) => what.lying)?.what.lying ?? null;
  const scene = lying ?? after.position?.scene;
  const by = moves.findLast(({ what }) => typeof what.by === 'number')?.what.by ?? null;
  return {
    known: after,
    thrown: fell ? { seq: fell.seq, dice: fell.what.dice, groups: groupsWith(scene, new Set(fell.what.dice)), across: by !== null && by !== (after.looking ?? 0) } : null,
    lying,
    opened: openedBy(before?.position?.scene, scene, new Set(fell?.what.dice)),
    letters: moves.length ? lettersOf(news) : 0,
    pays: paid(before?.position?.scene, after.position?.scene),
    moment: momentIn(before, moves, after),
    own: after.looking !== null && moves[0]?.what.by === after.looking,
    raced: after.position?.live && moves.length ? Math.max(...moves.map(({ what }) => what.at)) : null,
  };
}

/** The last great thing among these moves; else the end of the game, if it is over now. */
function momentIn(before: Known | undefined, moves: readonly { readonly seq: number; readonly what: { readonly moment?: MomentView | null } }[], after: Known): Moment | null {
  const great = moves.findLast(({ what }) => what.moment);
  if (great?.what.moment) return { seq: great.seq, told: great.what.moment };
  return before?.position && !before.position.places && after.position?.places ? { seq: after.seq, told: null } : null;
}

function groupsOf(scene: SceneView | undefined): readonly SceneGroup[] {
  return scene ? [...scene.middle, ...scene.places.flat()] : [];
}

function groupsWith(scene: SceneView | undefined, dice: ReadonlySet<string>): string[] {
  return groupsOf(scene).flatMap((group) => (group.dice.some(({ id }) => dice.has(id)) ? [group.id] : []));
}

function openedBy(before: SceneView | undefined, after: SceneView | undefined, fallen: ReadonlySet<string>): number {
  const covered = new Set(groupsOf(before).flatMap(({ dice }) => dice.filter(({ face, colour }) => !face && !colour).map(({ id }) => id)));
  return groupsOf(after).flatMap(({ dice }) => dice.filter(({ id, face, colour }) => (face || colour) && covered.has(id) && !fallen.has(id))).length;
}

function paid(before: SceneView | undefined, after: SceneView | undefined): boolean {
  const counts = countsOf(before);
  return groupsOf(after).some(({ id, count }) => count !== null && counts.has(id) && counts.get(id) !== count);
}

function countsOf(scene: SceneView | undefined): Map<string, number> {
  return new Map(groupsOf(scene).flatMap(({ id, count }) => (count === null ? [] : [[id, count] as const])));
}

function lettersOf(news: readonly Happening[]): number {
  return news
    .flatMap(({ words }) => words)
    .map((sentence) => (typeof sentence === 'string' ? sentence.length : sentence.reduce((sum, part) => sum + (typeof part === 'string' ? part : part.name).length, 0)))
    .reduce((sum, letters) => sum + letters, 0);
}

// How long everything takes -----------------------------------------------------------------------------------------------

/** How long each beat of a step takes. In a hurry only what must be seen is: what was lost, and what was turned up. */
export function planOf(step: Step, pace: Pace, length: Queue['length'], hurried = false): Plan {
  if (step.raced !== null) {
    const fell = step.thrown && !pace.still ? Math.min(LONGEST, length(step.thrown)) : 0;
    return { throw: fell, land: 0, hold: 0, words: 0, chips: 0 };
  }
  const factor = FACTOR[pace.speed];
  const must = step.lying || step.opened ? LOSING : 0;
  if (hurried) return { throw: 0, land: 0, hold: must, words: step.moment ? BRIEF : 0, chips: 0 };
  const read = step.opened ? LOOK + READ_DIE * step.opened : step.thrown && !step.own ? GLANCE : 0;
  return {
    throw: step.thrown && !pace.still ? (step.moment ? slowed : asItIs)(length(step.thrown)) : 0,
    land: step.thrown ? LAND * factor : 0,
    hold: Math.max(must, Math.max(must, read) * factor),
    words: Math.max(step.moment ? MOMENT : 0, step.letters ? Math.min(WORDS[1], Math.max(WORDS[0], step.letters * READ_LETTER)) : 0) * factor,
    chips: step.pays ? CHIPS * factor : 0,
  };
}

function asItIs(length: number): number {
  return length;
}

function wholeOf(plan: Plan): number {
  return BEATS.reduce((sum, beat) => sum + plan[beat], 0);
}

// The queue ---------------------------------------------------------------------------------------------------------------

/** A table as it is, with nothing to be shown first: on coming in, coming back, and after another seat looks. */
export function begun(known: Known | undefined, pace: Pace = { speed: 'normal', still: false }, length: Queue['length'] = () => 0): Queue {
  return { pace, known, playing: null, waiting: [], length };
}

/** Somebody wants to see it otherwise, from the next step on. */
export function paced(queue: Queue, pace: Pace): Queue {
  return { ...queue, pace };
}

/** News has come. */
export function pushed(queue: Queue, step: Step, now: number): Queue {
  const here = advanced(queue, now);
  const told = here.playing && isTold(beatAt(here.playing, now).beat) && !here.waiting.length;
  // Whoever acts has read what there was; and where all race nobody looks at yesterday.
  if ((step.own && told) || step.raced !== null) return advanced(started(ended(here), step, now, false), now);
  if (!here.playing) return advanced(started(here, step, now, false), now);
  return caughtUp({ ...here, waiting: [...here.waiting, step] }, now);
}

/** Everything that the time allows has been shown. */
export function advanced(queue: Queue, now: number): Queue {
  let here = queue;
  while (here.playing) {
    const end = here.playing.since + wholeOf(here.playing.plan);
    if (now < end) break;
    const [next, ...waiting] = here.waiting;
    here = { ...here, known: here.playing.step.known, playing: null, waiting };
    if (next) here = started(here, next, end, lasting(here, [next, ...waiting], false) > LAG);
  }
  return here;
}

/** A tap: what falls lies, what is held goes on, what is told is told. Where everybody races nobody gets ahead. */
export function skipped(queue: Queue, now: number): Queue {
  const here = advanced(queue, now);
  if (!here.playing || here.playing.step.raced !== null) return here;
  const { beat } = beatAt(here.playing, now);
  const until = beat === 'throw' || beat === 'land' ? 'hold' : beat === 'hold' ? 'words' : null;
  const left = (until ? startOf(here.playing.plan, until) : wholeOf(here.playing.plan)) - (now - here.playing.since);
  return advanced({ ...here, playing: { ...here.playing, since: here.playing.since - Math.max(0, left) } }, now);
}

/** When the next beat begins, in the table's time; null: nothing is under way. */
export function nextAt(queue: Queue, now: number): number | null {
  if (!queue.playing) return null;
  const { plan, since } = queue.playing;
  if (now < since) return since;
  let at = since;
  for (const beat of BEATS) {
    at += plan[beat];
    if (at > now) return at;
  }
  return at;
}

function started(queue: Queue, step: Step, since: number, hurried: boolean): Queue {
  const plan = planOf(step, queue.pace, queue.length, hurried);
  // Where all race dice come to lie at the same time of the table for everybody: who sees them fall sees them fall until then.
  const from = step.raced === null ? since : step.raced + (step.thrown ? LONGEST - plan.throw : 0);
  return { ...queue, playing: { step, plan, since: from } };
}

/** What is playing is over. */
function ended(queue: Queue): Queue {
  return { ...queue, known: (queue.waiting.at(-1) ?? queue.playing?.step)?.known ?? queue.known, playing: null, waiting: [] };
}

/** How long it takes to show these. */
function lasting(queue: Queue, steps: readonly Step[], hurried: boolean): number {
  return steps.reduce((sum, step) => sum + wholeOf(planOf(step, queue.pace, queue.length, hurried)), 0);
}

/** Whoever is too far behind hurries; and what even then could not be shown in time is passed over. */
function caughtUp(queue: Queue, now: number): Queue {
  const { playing } = queue;
  if (!playing) return queue;
  const rest = (plan: Plan): number => playing.since + wholeOf(plan) - now;
  if (rest(playing.plan) + lasting(queue, queue.waiting, false) <= LAG) return queue;
  // What falls just now still falls, and what must be seen is seen; other words and chips are not waited for.
  const must = planOf(playing.step, queue.pace, queue.length, true);
  const plan = { ...playing.plan, hold: Math.min(playing.plan.hold, must.hold), words: Math.min(playing.plan.words, must.words), chips: 0 };
  let { waiting } = queue;
  while (waiting.length > 1 && rest(plan) + lasting(queue, waiting, true) > LAG) waiting = waiting.slice(1);
  return advanced({ ...queue, waiting, playing: { ...playing, plan } }, now);
}

function startOf(plan: Plan, wanted: Beat): number {
  return BEATS.slice(0, BEATS.indexOf(wanted)).reduce((sum, beat) => sum + plan[beat], 0);
}

function isTold(beat: Beat): boolean {
  return beat === 'words' || beat === 'chips';
}

function beatAt({ plan, since }: Playing, now: number): { readonly beat: Beat; readonly began: number } {
  let began = since;
  for (const beat of BEATS) {
    if (now < began + plan[beat]) return { beat, began };
    began += plan[beat];
  }
  return { beat: 'chips', began };
}

// What is shown -----------------------------------------------------------------------------------------------------------

export interface ShownStep {
  /** Whose words, offers and scores are shown. */
  readonly known: Known | undefined;
  /** What lies there. */
  readonly scene: SceneView | undefined;
  /** Numbers that are not to be told yet: what they were before, by the id of their group. */
  readonly counts: ReadonlyMap<string, number>;
  /** Which beat it is, when it began and how long it is; null: everything rests, or (not `ready`) is about to begin. */
  readonly beat: Beat | null;
  readonly began: number;
  readonly lasts: number;
  /** The dice in the air or just fallen, as long as the step lasts. */
  readonly thrown: Thrown | null;
  /** Whether what falls is slow at its end. */
  readonly slow: boolean;
  /** What everybody looks up for, once it may be told. */
  readonly moment: Moment | null;
  /** Whether what can be done is offered: all that came has been seen. */
  readonly ready: boolean;
}

const NOTHING: ReadonlyMap<string, number> = new Map();

export function shownOf(queue: Queue, now: number): ShownStep {
  const { playing, known } = queue;
  if (!playing) return { known, scene: known?.position?.scene, counts: NOTHING, beat: null, began: now, lasts: 0, thrown: null, slow: false, moment: null, ready: true };
  const { step } = playing;
  if (now < playing.since) return { known, scene: known?.position?.scene, counts: NOTHING, beat: null, began: now, lasts: 0, thrown: null, slow: false, moment: null, ready: false };
  const { beat, began } = beatAt(playing, now);
  const told = isTold(beat);
  const kept = !told || (beat === 'words' && step.moment !== null); // what a moment speaks of stays as long as it is spoken of
  return {
    known: told ? step.known : (known ?? step.known),
    scene: kept ? (step.lying ?? step.known.position?.scene) : step.known.position?.scene,
    counts: beat === 'chips' ? NOTHING : countsOf(known?.position?.scene),
    beat,
    began,
    lasts: playing.plan[beat],
    thrown: step.thrown,
    slow: step.moment !== null && step.raced === null,
    moment: told ? step.moment : null,
    ready: told && !(kept && step.lying) && !queue.waiting.length,
  };
}
