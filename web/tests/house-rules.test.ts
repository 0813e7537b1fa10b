import { expect, test } from 'vitest';
import { changed, choiceName, kindOf, valuesOf, wished } from '../src/home/houseRules';
import type { GameInfo, OptionInfo } from '../src/protocol/http';

const option = (name: string, fallback: unknown, more: Partial<OptionInfo['option']> = {}): OptionInfo => ({
  option: { name, rule: '', default: fallback, choices: [], exhaustive: true, least: null, most: null, listed: false, ...more },
  label: name,
  labels: { free: 'as you like' },
});
const game = {
  name: 'any',
  options: [
    option('target', 100, { exhaustive: false, least: 2, most: 1000 }),
    option('blind', false, { choices: [false, true] }),
    option('placing', 'free', { choices: ['free', 'longest'] }),
    option('starter', 1, { choices: ['random', 1, 2] }),
    option('faces', [], { listed: true, exhaustive: false }),
    option('motto', '', { exhaustive: false }),
  ],
  presets: [{ name: 'box', label: 'Box', options: {} }, { name: 'quick', label: 'Quick', options: { target: 20 } }],
} as unknown as GameInfo;

test('every rule is asked for in the way that fits it', () => {
  expect(game.options.map(kindOf)).toEqual(['number', 'tick', 'choice', 'choice', 'list', 'text']);
});

test('a preset is where one begins, and the house is told only what differs from it', () => {
  const begun = valuesOf(game, 'quick');
  expect(begun['target']).toBe(20);
  expect(changed(game, 'quick', begun)).toEqual([]);
  expect(wished(game, 'quick', { ...begun, target: 30, blind: true, starter: 'random' })).toEqual({ target: 30, blind: true, starter: 'random' });
});

test('a list is told as it would be typed, without its empty lines', () => {
  const begun = valuesOf(game, 'box');
  expect(changed(game, 'box', { ...begun, faces: ['', ' '] })).toEqual([]);
  expect(wished(game, 'box', { ...begun, faces: ['r1 o2', ' g3 b4 ', ''] })).toEqual({ faces: 'r1 o2,g3 b4' });
});

test('a choice is called what the game calls it', () => {
  const [, , placing] = game.options;
  expect(placing && ['free', 'longest'].map((choice) => choiceName(placing, choice))).toEqual(['as you like', 'longest']);
});
