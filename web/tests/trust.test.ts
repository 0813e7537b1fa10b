import { beforeEach, expect, test, vi } from 'vitest';
import { cardOf, heldAt, hold, newSalt, opening, promiseOf, type Held } from '../src/lib/salts';

test('a salt is promised as the house reckons it', () => {
  const salt = { text: 'blau & ñ "x" \\ 🎲', nonce: '0123456789abcdef' };
  expect(promiseOf(salt)).toBe('c5f07bb8d9d0e548f319bc72ff8a1b5dfaaea0a8abf55f6689380bb1dbb94408');
});

test('who says nothing adds words that nobody can guess', () => {
  expect(newSalt(' by the door ').text).toBe('by the door');
  expect(newSalt('').text).toMatch(/^[0-9a-f]{32}$/);
  expect(newSalt('').text).not.toBe(newSalt('').text);
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (place: string) => kept.get(place) ?? null, setItem: (place: string, thing: string) => void kept.set(place, thing) });
});

function promised(house: string): Held {
  const held = { table: 'oak', seat: 0, house, own: false, ...newSalt() };
  hold(held);
  return held;
}

test('a salt is opened among the promises that stood then, and kept with them; among others never again', () => {
  const held = promised('a');
  const among = [promiseOf(held), 'b'.repeat(64)];
  const noted = opening(held, among);
  expect(noted?.among).toEqual(among);
  expect(heldAt('oak')[0]).toEqual(noted);
  expect(JSON.parse(cardOf('oak', 'pig', heldAt('oak')))).toMatchObject({ deals: [{ house: 'a', among }] });
  expect(opening(heldAt('oak')[0] ?? held, among)).toBeDefined();
  expect(opening(heldAt('oak')[0] ?? held, [...among, 'c'.repeat(64)])).toBeUndefined();
  expect(opening(promised('a'), among)).toBeUndefined();
});

test('where a house fixes the dice anew for the fourth time, nothing is opened any more', () => {
  const opened = ['p', 'q', 'r', 's', 't'].map((house) => {
    const held = promised(house);
    return opening(held, [promiseOf(held)]) !== undefined;
  });
  expect(opened).toEqual([true, true, true, true, false]);
});
