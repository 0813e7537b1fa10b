import { afterEach, expect, test } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import { headline } from '../src/table/winning';
import { LANGUAGES } from '../src/words/catalogues';
import { learn } from '../src/words/words.svelte';

type Seen = Parameters<typeof headline>[0];

const names = ['Ann', 'Ben', 'Cy'];
const seen = (places: number[], looking: number | null, yours = looking === null ? [] : [looking]): Seen =>
  ({ room: { seats: names.map((name) => ({ name })) }, position: { places }, looking, yours }) as unknown as Seen;

afterEach(() => (settings.language = 'en'));

test('who wins is told in the second person to whoever it is, alone or with others', () => {
  expect(headline(seen([1, 2, 3], 0))).toBe('You win!');
  expect(headline(seen([1, 2, 3], 1))).toBe('Ann wins!');
  expect(headline(seen([1, 2, 1], 2))).toBe('You and Ann share the win!');
  expect(headline(seen([1, 1, 1], 1))).toBe('You, Ann and Cy share the win!');
  expect(headline(seen([1, 2, 1], 1))).toBe('Ann and Cy share the win!');
  expect(headline(seen([1, 2, 1], null))).toBe('Ann and Cy share the win!');
});

test('around one device everybody is named: nobody knows who you would be', () => {
  expect(headline(seen([1, 2, 3], 0, [0, 1]))).toBe('Ann wins!');
  expect(headline(seen([1, 1, 3], 0, [0, 1]))).toBe('Ann and Ben share the win!');
});

test.each(LANGUAGES)('%s never calls whoever looks by their name', async (language) => {
  await learn(language);
  settings.language = language;
  for (const places of [[1, 2, 3], [1, 1, 2], [1, 1, 1]]) expect(headline(seen(places, 0))).not.toContain('Ann');
});
