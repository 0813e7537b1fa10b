import { expect, test } from 'vitest';
import { newSalt, promiseOf } from '../src/lib/salts';
import { sha256 } from '../src/lib/sha256';

test.each([0, 3, 55, 56, 63, 64, 119, 1000])('the hash of %i bytes is the one everybody else gets', async (length) => {
  const message = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
  const theirs = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
  expect(sha256(message)).toBe(Array.from(theirs, (byte) => byte.toString(16).padStart(2, '0')).join(''));
});

test('a salt is promised as the house reckons it', () => {
  const salt = { text: 'blau & ñ "x" \\ 🎲', nonce: '0123456789abcdef' };
  expect(promiseOf(salt)).toBe('c5f07bb8d9d0e548f319bc72ff8a1b5dfaaea0a8abf55f6689380bb1dbb94408');
});

test('who says nothing adds words that nobody can guess', () => {
  expect(newSalt(' by the door ').text).toBe('by the door');
  expect(newSalt('').text).toMatch(/^[0-9a-f]{32}$/);
  expect(newSalt('').text).not.toBe(newSalt('').text);
});
