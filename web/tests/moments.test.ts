import { expect, test } from 'vitest';
import { letterSize, seenAt, slowed, slowly, tempo } from '../src/stage/moments';
import type { Falling } from '../src/stage/motion';

test('a slow throw is the same throw: it begins as ever, ends where it ends, and never goes back', () => {
  const length = 1.2;
  const whole = slowed(length);
  let last = 0;
  for (let passed = 0; passed <= whole + 0.001; passed += 0.01) {
    const at = tempo(passed, length);
    expect(at).toBeGreaterThanOrEqual(last);
    expect(seenAt(at, length)).toBeCloseTo(Math.min(passed, whole), 6);
    last = at;
  }
  expect(tempo(0.1, length)).toBe(0.1);
  expect(tempo(whole, length)).toBeCloseTo(length, 9);
  expect(tempo(whole * 2, length)).toBe(length);
});

test('every die of a slow throw is where it is in the throw, and sounds when it is seen to land', () => {
  const falling: Falling = { seq: 3, dice: 1, length: 1, fall: (_, seconds) => ({ at: [seconds, 0, 0], turn: [0, 0, 0, 1] }), impacts: [{ at: 0.2, body: 0, surface: 'felt', strength: 1 }, { at: 0.9, body: 0, surface: 'felt', strength: 1 }] };
  const slow = slowly(falling);
  expect(slow.length).toBe(slowed(1));
  expect(slow.impacts[0]?.at).toBe(0.2);
  for (const { at } of slow.impacts) expect(falling.impacts.map((impact) => impact.at)).toContainEqual(expect.closeTo(slow.fall('a', at)?.at[0] ?? 0, 6));
  expect(slow.fall('a', slow.length)?.at[0]).toBeCloseTo(1, 9);
});

test('short words are as large as the banner allows, long ones fit into two lines of it', () => {
  const box = { left: 0, top: 0, width: 700, height: 150 };
  expect(letterSize('Great!', box)).toBeGreaterThan(90);
  for (const words of ['Great!', 'All dice stand!', 'Maximiliane and Konstantin share the win!']) {
    const lines = words.length > 14 ? 2 : 1;
    expect(letterSize(words, box) * lines).toBeLessThanOrEqual(box.height);
    expect((letterSize(words, box) * 0.55 * words.length) / lines).toBeLessThanOrEqual(box.width);
  }
});
