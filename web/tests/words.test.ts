import { expect, test } from 'vitest';
import schema from '../../docs/wire.schema.json';
import { byLanguage, LANGUAGES, ownName } from '../src/words/catalogues';
import en, { type Texts } from '../src/words/en';
import { filled } from '../src/words/filling';
import { partsOf, plain } from '../src/words/sentences';

const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}|\[(\w+):/g)].map(([, name, counted]) => name ?? counted ?? '').sort();

const CATALOGUES = byLanguage(import.meta.glob<Texts>('../src/words/??.ts', { eager: true, import: 'default' }));
const ofGames = import.meta.glob<Record<string, string>>('../src/games/*/words/*.ts', { eager: true, import: 'default' });
const games = [...new Set(Object.keys(ofGames).map((path) => path.replace(/[^/]+$/, '')))];

test('the page speaks what the house speaks', () => {
  const { language } = schema.$defs.Hello.properties;
  const spoken = language.anyOf.flatMap((each) => ('enum' in each ? each.enum : []));
  expect([...LANGUAGES].sort()).toEqual([...spoken].sort());
  expect(LANGUAGES.map(ownName)).toContain('English');
  expect(new Set(LANGUAGES.map(ownName)).size).toBe(LANGUAGES.length);
});

function expectTheSame(texts: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): void {
  expect(Object.keys(texts)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) expect([key, gaps(texts[key] ?? '')]).toEqual([key, gaps(text)]);
  expect(Object.entries(texts).filter(([, text]) => !text.trim())).toEqual([]);
}

test.each(LANGUAGES)('%s says everything that English says, with the same gaps', (language) => {
  expectTheSame(CATALOGUES[language], en);
  expect(games.length).toBeGreaterThan(1);
  for (const folder of games) {
    const words = byLanguage(Object.fromEntries(Object.entries(ofGames).filter(([path]) => path.startsWith(folder))));
    expectTheSame(words[language], words.en);
  }
});

test.each(LANGUAGES)('%s says no number that it does not count, where none is singular', (language) => {
  if (new Intl.PluralRules(language).select(0) !== 'one') return;
  const texts = [CATALOGUES[language], ...Object.entries(ofGames).filter(([path]) => path.endsWith(`/${language}.ts`)).map(([, own]) => own)];
  const forms = texts.flatMap((each) => Object.values(each)).flatMap((text) => [...text.matchAll(/\[\w+:([^|\]]*)\|([^\]]*)\]/g)]);
  expect(forms.filter(([, one, many]) => many?.includes('#') && !one?.includes('#')).map(([form]) => form)).toEqual([]);
});

test.each(LANGUAGES)('%s calls no two things alike that can be pressed when a game is over', (language) => {
  const pressed = Object.entries(CATALOGUES[language]).filter(([key]) => /^(over\.(step|verify|record|share|rematch|home)|review\.title)$/.test(key)).map(([, text]) => text);
  expect(pressed.length).toBe(7);
  expect(new Set(pressed).size).toBe(pressed.length);
});

test('a gap is filled, and a form of words is chosen by the rule of the language', () => {
  const said = (n: number, language: 'en' | 'fr'): string => filled('{who}: [n:# point|# points]', { who: 'Ann', n }, language);
  expect([0, 1, 2].map((n) => said(n, 'en'))).toEqual(['Ann: 0 points', 'Ann: 1 point', 'Ann: 2 points']);
  expect([0, 1, 2].map((n) => said(n, 'fr'))).toEqual(['Ann: 0 point', 'Ann: 1 point', 'Ann: 2 points']);
  expect(filled('{a} [b:one|many]', {}, 'en')).toBe('{a} [b:one|many]');
  expect(filled('{a}', { a: '{b} [c:x|y]', b: 1, c: 1 }, 'en')).toBe('{b} [c:x|y]');
});

test('a sentence of the house becomes words and dice', () => {
  const sentence = ['You lay the ', { name: 'red 5', face: '5', colour: 'red' }, ' and the ', { name: '4', face: '4', colour: '' }, '.'];
  expect(partsOf(sentence)).toEqual(sentence);
  expect(plain(sentence)).toBe('You lay the red 5 and the 4.');
  expect(partsOf('⟦a|4|⟧ sits down.')).toEqual(['⟦a|4|⟧ sits down.']);
});
