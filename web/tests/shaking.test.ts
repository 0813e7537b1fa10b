import { expect, test } from 'vitest';
import { Shaking } from '../src/lib/shaking';

const shakes = (felt: [number, number][]) => {
  const hand = new Shaking();
  return felt.filter(([at, along]) => hand.felt(at, along)).length;
};

test('three hard swings to and fro are a shake, once', () => {
  expect(shakes([[0, 20], [150, -20], [300, 20], [450, -20], [600, 20], [750, -20]])).toBe(1);
});
test('walking, one knock, or swings far apart are none', () => {
  expect(shakes([[0, 5], [300, -6], [600, 5], [900, -6]])).toBe(0);
  expect(shakes([[0, 40], [20, 38], [40, 35]])).toBe(0);
  expect(shakes([[0, 20], [1000, -20], [2000, 20], [3000, -20]])).toBe(0);
});
test('after a rest it can be shaken again', () => {
  expect(shakes([[0, 20], [150, -20], [300, 20], [2000, 20], [2150, -20], [2300, 20]])).toBe(2);
});
