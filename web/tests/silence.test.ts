import { expect, test } from 'vitest';
import { ASK_MS, Silence } from '../src/wire/silence';

/** When a line is found to be dead, if it is asked as often as it is to be. */
function found(line: Silence, from: number, until: number): number | undefined {
  for (let now = from; now <= until; now += ASK_MS) if (line.broken(now)) return now;
  return undefined;
}

test('a line that goes dead is noticed within five seconds, also when the last ping has just come', () => {
  const line = new Silence(0);
  line.heard(100, 3000);
  expect(found(line, 500, 60_000)).toBeLessThanOrEqual(100 + 5000);
});

test('pings that come when they should are no silence', () => {
  const line = new Silence(0);
  for (let now = 0; now < 60_000; now += 3000) {
    line.heard(now, 3000);
    expect(found(line, now, now + 2900)).toBeUndefined();
  }
});

test('a house that pings seldom, or does not say how often, is believed', () => {
  const seldom = new Silence(0);
  seldom.heard(0, 16_000);
  expect(found(seldom, 0, 16_000)).toBeUndefined();
  const older = new Silence(0);
  older.heard(0, 0);
  expect(found(older, 0, 100_000)).toBeUndefined();
});

test('a line that does not open is given up', () => {
  expect(found(new Silence(0), 0, 60_000)).toBeLessThanOrEqual(10_500);
});

test('a device that slept first reads what came meanwhile', () => {
  const line = new Silence(0);
  line.heard(0, 3000);
  expect(line.broken(1000)).toBe(false);
  expect(line.broken(600_000)).toBe(false);
  expect(found(line, 600_500, 700_000)).toBeLessThanOrEqual(605_000);
});
