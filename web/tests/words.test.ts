import { expect, test } from 'vitest';
import { de } from '../src/words/de';
import { en } from '../src/words/en';
import { es } from '../src/words/es';
import { partsOf, plain } from '../src/words/sentences';

const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

test.each([['de', de], ['es', es]] as const)('%s says everything that English says, with the same gaps', (_, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(en)) expect([key, gaps(texts[key as keyof typeof en])]).toEqual([key, gaps(text)]);
  expect(Object.entries(texts).filter(([, text]) => !text.trim())).toEqual([]);
});

test('a sentence of the house becomes words and dice', () => {
  const sentence = ['You lay the ', { name: 'red 5', face: '5', colour: 'red' }, ' and the ', { name: '4', face: '4', colour: '' }, '.'];
  expect(partsOf(sentence)).toEqual(sentence);
  expect(plain(sentence)).toBe('You lay the red 5 and the 4.');
  expect(partsOf('⟦a|4|⟧ sits down.')).toEqual(['⟦a|4|⟧ sits down.']);
});
