import { expect, test } from 'vitest';
import { looksOf, remark, temperOf, type Remark } from '../src/people/people';
import { LINES } from '../src/people/lines';
import { OCCASIONS, TEMPERS } from '../src/people/tempers';
import type { Position } from '../src/protocol/socket';
import type { Known } from '../src/wire/following';
import { LANGUAGES } from '../src/words/catalogues';

const HOUSE = { name: 'Careful', player: 'careful', person: false, muted: false, open: false };
const ANN = { name: 'Ann', player: 'person', person: true, muted: false, open: false };
const AWAY = { ...ANN, name: 'Ben', player: 'careful' };

function at(seq: number, scores: number[], more: Partial<{ places: number[]; must: number[]; live: boolean; nature: boolean; looking: number }> = {}): Known {
  const { places = null, must = [], live = false, nature = false, looking = null } = more;
  const position = { scores, places, live, due: { must, may: [], nature } } as unknown as Position;
  return { seq, looking, room: { seats: [ANN, HOUSE, AWAY] }, position } as unknown as Known;
}
const said = (make: (seq: number) => Remark | undefined): Remark[] => Array.from({ length: 200 }, (_, seq) => make(seq + 2)).flatMap((found) => found ?? []);

test('every temper has something short to say on every occasion, in every language, and not the same for all', () => {
  for (const language of LANGUAGES) {
    for (const occasion of OCCASIONS) {
      const all = TEMPERS.flatMap((temper) => LINES[language][temper][occasion]);
      expect(all.length).toBeGreaterThanOrEqual(2 * TEMPERS.length);
      expect(new Set(all).size).toBe(all.length);
      for (const line of all) expect(line.length).toBeLessThanOrEqual(24);
    }
  }
});

test('what is said follows from what was told and its number alone: all who look hear the same', () => {
  for (let seq = 2; seq < 60; seq += 1) {
    const heard = [undefined, 0, 1].map((looking) => remark(at(seq - 1, [0, 0, 0], looking === undefined ? {} : { looking }), at(seq, [0, 5, 0], looking === undefined ? {} : { looking })));
    expect(new Set(heard.map((each) => JSON.stringify(each))).size).toBe(1);
  }
});

test('players of the house say something now and then, people and those who sit in for them never', () => {
  const glad = said((seq) => remark(at(seq - 1, [0, 0, 0]), at(seq, [3, 3, 3])));
  expect(glad.length).toBeGreaterThan(40);
  expect(glad.length).toBeLessThan(160);
  expect(new Set(glad.map(({ seat, occasion }) => `${seat} ${occasion}`))).toEqual(new Set(['1 glad']));
  expect(said((seq) => remark(at(seq - 1, [0, 9, 0]), at(seq, [0, 3, 0]))).every(({ occasion }) => occasion === 'sorry')).toBe(true);
  expect(said((seq) => remark(at(seq - 1, [0, 0, 0], { must: [0] }), at(seq, [0, 0, 0], { must: [1] }))).length).toBeLessThan(60);
  expect(said((seq) => remark(at(seq - 1, [0, 0, 0]), at(seq, [0, 0, 0])))).toEqual([]);
});

test('nobody talks in a race, on coming in, or twice of the end', () => {
  expect(said((seq) => remark(undefined, at(seq, [0, 9, 0])))).toEqual([]);
  expect(said((seq) => remark(at(seq - 1, [0, 0, 0]), at(seq, [0, 9, 0], { live: true })))).toEqual([]);
  const end = { places: [2, 1, 3] };
  expect(remark(at(4, [0, 0, 0]), at(5, [0, 9, 0], end))).toMatchObject({ seat: 1, occasion: 'won' });
  expect(remark(at(5, [0, 9, 0], end), at(6, [0, 9, 0], end))).toBeUndefined();
});

test('everybody has a face, the same on every device; a level that nobody knows has a temper too', () => {
  expect(looksOf(HOUSE)).toEqual(looksOf({ ...HOUSE }));
  expect(looksOf(HOUSE)).not.toEqual(looksOf({ ...HOUSE, name: 'Careful 2' }));
  expect(TEMPERS).toContain(temperOf('some_level_of_others'));
  expect(new Set(['random', 'beginner', 'casual', 'strong', 'master'].map(temperOf)).size).toBe(5);
});
