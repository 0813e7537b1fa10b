import { expect, test } from 'vitest';
import { picked } from '../src/games/schocken/cups';
import { afterTap, diceFor } from '../src/games/word-shout/spelling';
import { unpacked } from '../src/games/stack-attack/film';
import { fieldsOf, largest, moveFrom } from '../src/table/forms';
import { ways } from '../src/stage/motion';
import { typedBy } from '../src/table/typed-faces';
import type { Choice } from '../src/protocol/socket';

test('a film of the house is unpacked frame by frame', async () => {
  const { rate, frames } = await unpacked('eNqr4GJhQAUNDv/tGTCBBogQBuIFbHPZwMraHUBCAiiqAOzkBaA=');
  expect([rate, frames.length, frames[0]?.length]).toEqual([60, 5, 2]);
  const [x, y, z, w, qx] = frames[4]?.[1] ?? [];
  expect([x, y, z]).toEqual([1600, -800, 8080]);
  expect([w, qx]).toEqual([expect.closeTo(1 - 16 / 4096), expect.closeTo(32 / 4096)]);
});

test('picked dice and turned sixes lead to the one move that says so', () => {
  const moves: Choice[] = [
    { label: 'stand', primary: false, throws: false, move: { type: 'Stand', flip: 0 } },
    { label: 'stand, turning', primary: false, throws: false, move: { type: 'Stand', flip: 1 } },
    { label: 'first', primary: false, throws: false, move: { type: 'Throw', dice: [0], flip: 0 } },
    { label: 'outer', primary: false, throws: false, move: { type: 'Throw', dice: [0, 2], flip: 0 } },
  ];
  expect(picked(moves, new Set([2, 0]), 0)?.label).toBe('outer');
  expect(picked(moves, new Set([0]), 0)?.label).toBe('first');
  expect(picked(moves, new Set(), 1)?.label).toBe('stand, turning');
  expect(picked(moves, new Set([1]), 0)).toBeUndefined();
});

test('a rich kind of move is a form of its fields', () => {
  const takes = { $ref: '#/$defs/Shout', $defs: { Shout: { properties: { type: { enum: ['Shout'] }, word: { type: 'string', maxLength: 10 }, n: { type: 'integer', maximum: 7 } } } } };
  const kind = { kind: 'Shout', label: 'Shout a word', takes };
  expect(fieldsOf(kind).map(({ name, number }) => [name, number])).toEqual([['word', false], ['n', true]]);
  expect([largest([kind], 'n'), largest([kind], 'word'), largest([], 'n')]).toEqual([7, undefined, undefined]);
  expect(moveFrom(kind, { word: ' dice ', n: '3' })).toEqual({ type: 'Shout', word: 'dice', n: 3 });
});

test('chips travel from piles that shrank to piles that grew, and points from nowhere', () => {
  const together = [{ pile: 'pot', by: -3 }, { pile: 'Ann', by: 2 }, { pile: 'Ben', by: 1 }];
  expect(ways(together)).toEqual([['pot', 'Ann'], ['pot', 'Ann'], ['pot', 'Ben']]);
  expect(ways([{ pile: 'Ann', by: 5 }])).toEqual([]);
  expect(ways([{ pile: 'pot', by: -40 }, { pile: 'Ann', by: 40 }])).toHaveLength(8);
});

test('a key stands for the face that the dice have', () => {
  expect(typedBy('q', ['A', 'Q'])).toBe('Q');
  expect(typedBy('Shift', ['S'])).toBeUndefined();
  expect(typedBy('7', ['1', '2'])).toBeUndefined();
});

test('a word takes a die for each letter, those that were tapped before others', () => {
  const dice = [...'EAE'].map((face, i) => ({ id: `die.${i}`, face, colour: '' }));
  expect([...diceFor('e', dice, [])]).toEqual(['die.0']);
  expect([...diceFor('e', dice, ['die.2'])]).toEqual(['die.2']);
  expect([...diceFor('EaEe', dice, ['die.2'])].toSorted()).toEqual(['die.0', 'die.1', 'die.2']);
});

test('a tap adds a letter, and another takes it back', () => {
  const die = { id: 'die.0', face: 'E', colour: '' };
  expect(afterTap('s', die, false)).toBe('se');
  expect(afterTap('seat', die, true)).toBe('sat');
});
