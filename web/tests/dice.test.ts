import { expect, test } from 'vitest';
import { PAINTS, paintOf, shapesOf, sidesOf } from '../src/dice/faces';
import { faceOf, facesOf } from '../src/table/typed-faces';

function lightness(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [lightness(a), lightness(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test('every colour is drawn with a symbol of its own that stands out from it', () => {
  const symbols = Object.keys(PAINTS).map((colour) => JSON.stringify(shapesOf({ face: '', colour }).map((shape) => shape.kind === 'path' && shape.d)));
  expect(new Set(symbols).size).toBe(6);
  for (const { body, ink } of Object.values(PAINTS)) expect(contrast(body, ink)).toBeGreaterThan(4.5);
});

test('neighbouring colours differ in lightness too', () => {
  const bodies = Object.values(PAINTS).map(({ body }) => body);
  bodies.forEach((body, i) => expect(contrast(body, bodies[(i + 1) % 6] ?? '')).toBeGreaterThan(1.25));
});

test('a number die in a colour shows number and symbol, a covered die neither', () => {
  expect(shapesOf({ face: '4', colour: 'blue' }).map((shape) => shape.kind)).toEqual(['text', 'path']);
  expect(shapesOf({ face: '', colour: '' })).toHaveLength(1);
  expect(paintOf({ face: '', colour: '' })).not.toEqual(paintOf({ face: '1', colour: '' }));
});

test('a die has the rolled face first and six sides; opposite pips make seven', () => {
  for (const face of ['1', '2', '3', '4', '5', '6']) {
    const sides = sidesOf({ face, colour: '' }).map((side) => Number(side.face));
    expect(sides[0]).toBe(Number(face));
    expect([...sides].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const i of [0, 2, 4]) expect((sides[i] ?? 0) + (sides[i + 1] ?? 0)).toBe(7);
  }
  expect(sidesOf({ face: 'Q', colour: '' })[0]).toEqual({ face: 'Q', colour: '' });
  expect(sidesOf({ face: '3', colour: 'green' })[0]).toEqual({ face: '3', colour: 'green' });
});

test('faces that people type are drawn as the dice they name', () => {
  expect(faceOf('4')).toEqual({ face: '4', colour: '' });
  expect(faceOf('r4')).toEqual({ face: '4', colour: 'red' });
  expect(faceOf('p')).toEqual({ face: '', colour: 'purple' });
  expect(faceOf('green')).toEqual({ face: '', colour: 'green' });
  expect(faceOf('Q')).toEqual({ face: 'Q', colour: '' });
});

test('real dice are asked for by every face that any of them has, once', () => {
  expect(facesOf([['1', '2'], ['1', '2']])).toEqual(['1', '2']);
  expect(facesOf([['B', 'A', 'A'], ['C', 'A', 'A']])).toEqual(['A', 'B', 'C']);
  expect(facesOf([['y2', 'r1'], ['r2', 'y1']])).toEqual(['r1', 'r2', 'y1', 'y2']);
});
