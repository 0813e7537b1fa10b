import { expect, test } from 'vitest';
import { newSalt, promiseOf } from '../src/lib/salts';

test('a salt is promised as the house reckons it', () => {
  const salt = { text: 'blau & ñ "x" \\ 🎲', nonce: '0123456789abcdef' };
  expect(promiseOf(salt)).toBe('c5f07bb8d9d0e548f319bc72ff8a1b5dfaaea0a8abf55f6689380bb1dbb94408');
});

test('who says nothing adds words that nobody can guess', () => {
  expect(newSalt(' by the door ').text).toBe('by the door');
  expect(newSalt('').text).toMatch(/^[0-9a-f]{32}$/);
  expect(newSalt('').text).not.toBe(newSalt('').text);
});
