import { expect, test } from 'vitest';
import type { News, Position, SceneView } from '../src/protocol/socket';
import { BEATS, BRIEF, LAG, LONGEST, LOSING, MOMENT, advanced, begun, nextAt, paced, planOf, pushed, shownOf, skipped, stepOf, type Beat, type Queue, type Speed, type Step } from '../src/stage/beats';
import { slowed } from '../src/stage/moments';
import type { Known } from '../src/wire/following';

const STILL = { speed: 'normal', still: true } as const;
const THROW = 1000;
const GREAT = { words: 'Great!', sound: 'gong', rains: ['red'] } as const;

interface Told {
  dice?: Record<string, string>;
  chips?: number;
  fell?: string[];
  lying?: Record<string, string>;
  words?: string;
  by?: number | 'nature';
  at?: number;
  live?: boolean;
  moment?: boolean;
  over?: boolean;
}

function scene(dice: Record<string, string>, chips: number): SceneView {
  const group = { id: 'rolled', caption: '', dice: Object.entries(dice).map(([id, face]) => ({ type: 'Die' as const, id, face, colour: '' })), count: null, words: [] };
  return { middle: [group, { id: 'bank', caption: '', dice: [], count: chips, words: [] }], drawing: [], places: [] };
}

/** A table that tells one thing after another, as the house does. */
class Telling {
  known: Known = this.after({}, 0);
  private seq = 0;

  private after({ dice = {}, chips = 10, live = false, over = false }: Told, seq: number): Known {
    const position = { scene: scene(dice, chips), live, places: over ? [1, 2] : null } as unknown as Position;
    return { seq, yours: [0], waits: [], host: true, looking: 0, position, lines: [], fresh: new Set(), happened: [], told: [] } as unknown as Known;
  }

  news(told: Told): Step {
    const seq = (this.seq += 1);
    const lying = told.lying ? scene(told.lying, 10) : null;
    const what = { type: 'moved', entry: seq, by: told.by ?? 'nature', move: { type: 'Fell' }, at: told.at ?? 0, dice: told.fell ?? [], lying, moment: told.moment ? GREAT : null } as const;
    const message: News = { type: 'news', happenings: [{ seq, on: 0, what, words: told.words ? [told.words] : [] }], position: null };
    const [before, after] = [this.known, this.after(told, seq)];
    this.known = after;
    return stepOf(before, message, after);
  }
}

/** Every beat that is seen from now to the end, with how long it was, by a clock that is turned by hand. */
function played(queue: Queue, from: number): { beats: [Beat, number][]; end: number; queue: Queue } {
  const beats: [Beat, number][] = [];
  let [now, here] = [from, advanced(queue, from)];
  for (let next = nextAt(here, now); next !== null; next = nextAt(here, now)) {
    const { beat } = shownOf(here, now);
    if (beat) beats.push([beat, next - now]);
    now = next;
    here = advanced(here, now);
  }
  return { beats, end: now, queue: here };
}

const table = (): { telling: Telling; queue: Queue } => {
  const telling = new Telling();
  return { telling, queue: begun(telling.known, { speed: 'normal', still: false }, () => THROW) };
};
const facesIn = (view: SceneView | undefined): string => view?.middle[0]?.dice.map(({ face }) => face).join('') ?? '';

test('a throw falls, lies, is told and is paid, in this order and each once', () => {
  const { telling, queue } = table();
  const step = telling.news({ dice: { a: '3', b: '5' }, fell: ['a', 'b'], chips: 12, words: 'A 3 and a 5 for two chips.' });
  const { beats, queue: rest } = played(pushed(queue, step, 100), 100);
  expect(beats.map(([beat]) => beat)).toEqual([...BEATS]);
  expect(beats[0]).toEqual(['throw', THROW]);
  expect(shownOf(rest, 9999)).toMatchObject({ beat: null, ready: true, known: telling.known });
});

test('no word, no chip and no offer comes before the dice lie', () => {
  const { telling, queue } = table();
  const before = telling.known;
  const going = pushed(queue, telling.news({ dice: { a: '3' }, fell: ['a'], chips: 12, words: 'Two chips for a 3.' }), 0);
  for (let now = 0; now < 9000; now += 10) {
    const here = advanced(going, now);
    const shown = shownOf(here, now);
    const order = shown.beat === null ? BEATS.length : BEATS.indexOf(shown.beat);
    expect(shown.known).toBe(order < BEATS.indexOf('words') ? before : telling.known);
    expect(shown.ready).toBe(order >= BEATS.indexOf('words'));
    expect(shown.counts.get('bank')).toBe(order < BEATS.indexOf('chips') ? 10 : undefined);
    expect(facesIn(shown.scene)).toBe('3');
  }
});

test.each<[Speed]>([['calm'], ['normal'], ['fast']])('a losing throw lies there for 1.2 seconds at least, %s or not, moving or not', (speed) => {
  for (const still of [false, true]) {
    const { telling, queue } = table();
    const step = telling.news({ lying: { a: '1', b: '1' }, fell: ['a', 'b'], words: 'Nothing this turn.' });
    let [here, lay] = [pushed(paced(queue, { speed, still }), step, 0), 0];
    here = pushed(here, telling.news({ dice: { a: '6' }, fell: ['a'], by: 1 }), 5);
    for (let now = 0; now < 9000; now += 10) {
      const shown = shownOf((here = advanced(here, now)), now);
      if (facesIn(shown.scene) === '11' && (shown.beat === 'land' || shown.beat === 'hold')) lay += 10;
      if (facesIn(shown.scene) === '6') expect(lay).toBeGreaterThanOrEqual(LOSING);
    }
    expect(lay).toBeGreaterThanOrEqual(LOSING);
    expect(facesIn(shownOf(here, 9000).scene)).toBe('6');
  }
});

test('dice that are turned up stay until they could be read: longer, the more there are', () => {
  const telling = new Telling();
  telling.news({ dice: { a: '', b: '', c: '' } });
  const hold = (dice: Record<string, string>): number => {
    const other = Object.assign(new Telling(), { known: telling.known });
    const step = other.news({ dice });
    expect(step.opened).toBe(Object.values(dice).filter(Boolean).length);
    return planOf(step, { speed: 'calm', still: false }, () => THROW).hold;
  };
  expect(hold({ a: '4', b: '', c: '' })).toBeGreaterThanOrEqual(LOSING);
  expect(hold({ a: '4', b: '2', c: '1' })).toBeGreaterThan(hold({ a: '4', b: '', c: '' }));
  expect(hold({ a: '', b: '', c: '' })).toBe(0);
});

test('the next action waits for the beat', () => {
  const { telling, queue } = table();
  let here = pushed(queue, telling.news({ dice: { a: '3' }, fell: ['a'], words: 'A 3.' }), 0);
  here = pushed(here, telling.news({ dice: { a: '3', b: '4' }, by: 1, words: 'North lays a 4.' }), 20);
  const first = played(here, 20);
  expect(first.beats.map(([beat]) => beat)).toEqual(['throw', 'land', 'hold', 'words', 'words']);
  expect(shownOf(advanced(here, 500), 500)).toMatchObject({ beat: 'throw', ready: false });
});

test('slower and faster change how long it takes; without movement the same is shown and nothing falls', () => {
  const lasts = (speed: Speed, still: boolean): { beats: [Beat, number][]; end: number } => {
    const { telling, queue } = table();
    return played(pushed(paced(queue, { speed, still }), telling.news({ dice: { a: '3' }, fell: ['a'], by: 1, chips: 11, words: 'A chip for North.' }), 0), 0);
  };
  expect(lasts('calm', false).end).toBeGreaterThan(lasts('normal', false).end);
  expect(lasts('normal', false).end).toBeGreaterThan(lasts('fast', false).end);
  const [moving, quiet] = [lasts('normal', false), lasts('normal', true)];
  expect(quiet.beats).toEqual(moving.beats.filter(([beat]) => beat !== 'throw'));
});

test('a tap lets dice lie, a second one goes on, and nothing is left out', () => {
  const { telling, queue } = table();
  let here = pushed(queue, telling.news({ lying: { a: '1' }, fell: ['a'], chips: 9, words: 'Nothing.' }), 0);
  expect(shownOf(here, 0).beat).toBe('throw');
  const seen = [1, 2, 3].map((now) => shownOf((here = skipped(here, now)), now).beat);
  expect(seen).toEqual(['hold', 'words', null]);
  expect(shownOf(skipped(here, 4), 4)).toMatchObject({ beat: null, known: telling.known });
});

test('one who acts is not kept waiting by what they have read, but by dice that fall', () => {
  const { telling, queue } = table();
  const here = pushed(queue, telling.news({ dice: { a: '3' }, by: 1, words: 'A long story of what North has done, with every detail.' }), 0);
  const own = telling.news({ dice: { a: '3', b: '6' }, by: 0, fell: ['b'], words: 'You roll.' });
  expect(shownOf(here, 50)).toMatchObject({ beat: 'words', ready: true });
  expect(shownOf(pushed(here, own, 50), 50)).toMatchObject({ beat: 'throw', began: 50 });
  const falling = pushed(queue, telling.news({ dice: { a: '2' }, by: 1, fell: ['a'] }), 0);
  expect(pushed(falling, telling.news({ by: 0 }), 50).waiting).toHaveLength(1);
});

test('a queue that lags catches up: nobody is further behind than the longest step and the bound', () => {
  const { telling, queue } = table();
  const came = new Map<Known, number>();
  let [here, worst, now] = [queue, 0, 0];
  for (let i = 0; i < 60; i += 1, now += 150) {
    const step = telling.news({ dice: { a: '3' }, fell: ['a'], by: 1, chips: i, words: 'North throws again, and again.', ...(i % 5 ? {} : { lying: { a: '1' } }) });
    came.set(step.known, now);
    here = pushed(here, step, now);
    const shown = shownOf(here, now);
    const at = came.get(shown.known as Known);
    if (at !== undefined) worst = Math.max(worst, now - at);
  }
  expect(worst).toBeLessThan(LAG + LONGEST + LOSING);
  const { end, queue: rest } = played(here, now);
  expect(end - now).toBeLessThan(LAG + LONGEST + LOSING);
  expect(rest.known).toBe(telling.known);
});

test('what waits in a hurry is what was lost and what was turned up', () => {
  const { telling, queue } = table();
  let here = queue;
  for (let i = 0; i < 5; i += 1) here = pushed(here, telling.news({ dice: { a: '3' }, fell: ['a'], by: 1, words: 'North throws again.' }), i);
  here = pushed(here, telling.news({ lying: { a: '1' }, fell: ['a'], by: 1, words: 'Nothing.' }), 6);
  let lay = 0;
  for (let now = 10; now < 20_000; now += 10) {
    const shown = shownOf((here = advanced(here, now)), now);
    if (shown.beat === 'hold' && facesIn(shown.scene) === '1') lay += 10;
  }
  expect(lay).toBeGreaterThanOrEqual(LOSING);
});

test('where all race everybody sees a position at the same time of the table, whatever their speed, motion, taps and what waited', () => {
  const paces = (['calm', 'normal', 'fast'] as const).flatMap((speed) => [false, true].map((still) => ({ speed, still })));
  const seen = paces.map((pace, i) => {
    const { telling, queue } = table();
    const length = (): number => (i === 4 ? 0 : 800 + i * 100); // one draws flat dice and has loaded no throws
    let here: Queue = { ...paced(queue, pace), length };
    here = pushed(here, telling.news({ dice: { a: '2' }, fell: ['a'], by: 1, words: 'North is slow.' }), 900);
    const came = 1000 + i * 37; // the way to each is another
    here = pushed(here, telling.news({ dice: { a: 'Q', b: 'K' }, fell: ['a', 'b'], at: 1000, live: true, words: 'Go!' }), came);
    for (let now = came; ; now += 1) {
      here = skipped(here, now);
      const shown = shownOf(here, now);
      const falls = shown.beat === 'throw' && !pace.still && i !== 4;
      if (!shown.ready && !falls) expect(facesIn(shown.scene)).toBe('2');
      if (falls) expect(shown.began + shown.lasts).toBe(1000 + LONGEST);
      if (shown.ready) return now;
    }
  });
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toBe(1000 + LONGEST);
});

test('in a race a move without dice is shown at once', () => {
  const { telling, queue } = table();
  const here = pushed(queue, telling.news({ dice: { a: 'Q' }, live: true, by: 1, at: 500, words: 'North shouts.' }), 520);
  expect(shownOf(here, 520)).toMatchObject({ beat: null, ready: true, known: telling.known });
});

test('who comes in sees the table as it is, and nothing moves', () => {
  const { telling } = table();
  telling.news({ dice: { a: '3' }, fell: ['a'] });
  const queue = begun(telling.known, STILL);
  expect(shownOf(queue, 5)).toMatchObject({ beat: null, ready: true, known: telling.known });
  expect(nextAt(queue, 5)).toBeNull();
});

test('a throw knows the groups that its dice lie in, and whether it comes from across the table', () => {
  const thrownBy = (by: number | 'nature'): unknown => new Telling().news({ dice: { a: '3' }, fell: ['a'], by }).thrown;
  expect(thrownBy('nature')).toEqual({ seq: 1, dice: ['a'], groups: ['rolled'], across: false });
  expect(thrownBy(0)).toMatchObject({ across: false });
  expect(thrownBy(1)).toMatchObject({ across: true });
});

test('a moment falls slowly at its end, is not told before the dice lie, and stays until it could be looked at', () => {
  const { telling, queue } = table();
  const going = pushed(queue, telling.news({ dice: { a: '6' }, fell: ['a'], by: 1, chips: 12, words: 'All of them.', moment: true }), 0);
  const { beats } = played(going, 0);
  expect(beats[0]).toEqual(['throw', slowed(THROW)]);
  expect(slowed(THROW)).toBeGreaterThan(THROW * 1.4);
  expect(beats.find(([beat]) => beat === 'words')).toEqual(['words', MOMENT]);
  for (let now = 0; now < 9000; now += 10) {
    const shown = shownOf(advanced(going, now), now);
    expect(shown.moment).toEqual(shown.beat === 'words' || shown.beat === 'chips' ? { seq: 1, told: GREAT } : null);
    if (shown.beat === 'throw') expect(shown.slow).toBe(true);
  }
});

test('without movement a moment is shown as well, a tap ends it, and so does whoever acts', () => {
  const { telling, queue } = table();
  const quiet = pushed(paced(queue, STILL), telling.news({ dice: { a: '6' }, by: 1, words: 'All of them.', moment: true }), 0);
  expect(shownOf(quiet, 0)).toMatchObject({ beat: 'words', moment: { told: GREAT }, lasts: MOMENT });
  expect(shownOf(skipped(quiet, 5), 5)).toMatchObject({ beat: null, moment: null });
  expect(shownOf(pushed(quiet, telling.news({ by: 0, words: 'You roll.' }), 20), 20).moment).toBeNull();
});

test('the end of a game is a moment, once, and whoever comes in later is not shown it again', () => {
  const { telling, queue } = table();
  const step = telling.news({ dice: { a: '6' }, by: 1, words: 'North wins.', over: true });
  expect(step.moment).toEqual({ seq: 1, told: null });
  expect(telling.news({ dice: { a: '6' }, words: 'The seed is shown.', over: true }).moment).toBeNull();
  expect(shownOf(pushed(queue, step, 0), 0).moment).toEqual({ seq: 1, told: null });
  expect(shownOf(begun(telling.known), 0).moment).toBeNull();
});

test('in a hurry a moment is still seen, more briefly; where all race it keeps nobody', () => {
  const { telling, queue } = table();
  let here = pushed(queue, telling.news({ dice: { a: '3' }, fell: ['a'], by: 1, words: 'North throws.' }), 0);
  here = pushed(here, telling.news({ dice: { a: '6' }, fell: ['a'], by: 1, words: 'All of them.', moment: true }), 1);
  for (let i = 2; i < 8; i += 1) here = pushed(here, telling.news({ dice: { a: '3' }, fell: ['a'], by: 1, words: 'North throws again.' }), i);
  let seen = 0;
  for (let now = 10; now < 20_000; now += 10) seen += shownOf((here = advanced(here, now)), now).moment ? 10 : 0;
  expect(seen).toBeGreaterThanOrEqual(BRIEF - 10);
  const raced = pushed(queue, telling.news({ dice: { a: 'Q' }, live: true, by: 1, at: 500, words: 'North shouts.', moment: true }), 520);
  expect(shownOf(raced, 520)).toMatchObject({ beat: null, ready: true });
});
