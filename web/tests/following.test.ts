import { expect, test } from 'vitest';
import { Gap, after, type Known } from '../src/wire/following';
import type { Happening, HouseMessage, Position, RoomView } from '../src/protocol/socket';

const room = { table: 't', game: 'g', seats: [] } as unknown as RoomView;

function position(...scores: number[]): Position {
  return { scores } as unknown as Position;
}
function happened(seq: number, words: string, ...dice: string[]): Happening {
  return { seq, on: 0, what: { type: 'moved', entry: seq, by: dice.length ? 'nature' : 0, move: { type: 'Any' }, at: 0, dice, lying: null, moment: null }, words: [words] };
}
function news(position: Position, ...happenings: Happening[]): HouseMessage {
  return { type: 'news', happenings, position } as HouseMessage;
}
function welcome(seq: number, looking: number | null, missed: Happening[] = []): HouseMessage {
  return { type: 'welcome', protocol: 1, id: null, seq, yours: [0, 1], waits: [], host: true, looking, room, position: position(0, 0), missed } as HouseMessage;
}
const words = (known: Known | undefined) => known?.lines.flatMap((line) => line.words) ?? [];

test('news come in order and are told once, however often they arrive', () => {
  let known = after(undefined, welcome(1, 0, [happened(1, 'one')]));
  known = after(known, news(position(1, 0), happened(2, 'two')));
  known = after(known, news(position(1, 0), happened(2, 'two')));
  known = after(known, news(position(3, 0), happened(2, 'two'), happened(3, 'three')));
  expect(words(known)).toEqual(['one', 'two', 'three']);
  expect(known?.seq).toBe(3);
  expect(known?.told).toEqual(['three']);
});

test('a gap is noticed, not guessed over', () => {
  const known = after(undefined, welcome(1, 0));
  expect(() => after(known, news(position(0, 0), happened(3, 'three')))).toThrow(Gap);
});

test('after a lost connection only what was missed is added', () => {
  let known = after(undefined, welcome(1, 0, [happened(1, 'one')]));
  known = after(known, welcome(3, 0, [happened(1, 'one'), happened(2, 'two'), happened(3, 'three')]));
  expect(words(known)).toEqual(['one', 'two', 'three']);
  expect(known?.told).toEqual(['two', 'three']);
});

test('when another seat looks at the screen, nothing told to the one before is left', () => {
  let known = after(undefined, welcome(1, 0, [happened(1, 'You have three ones')]));
  known = after(known, welcome(1, 1, [happened(1, 'Ann peeks')]));
  expect(words(known)).toEqual(['Ann peeks']);
  expect(known?.told).toEqual([]);
});

test('who gave their seat away keeps the story that they have seen', () => {
  let known = after(undefined, { ...welcome(1, 0, [happened(1, 'You have three ones')]), yours: [0] } as HouseMessage);
  known = after(known, { ...welcome(2, null, [happened(2, 'You go on on another device')]), yours: [] } as HouseMessage);
  expect(words(known)).toEqual(['You have three ones', 'You go on on another device']);
});

test('the dice that fall are those that the house names, and only with the news that they fell', () => {
  const known = after(undefined, welcome(1, 0, [happened(1, 'fell', 'die.1')]));
  expect(known?.fresh.size).toBe(0);
  const fell = after(known, news(position(0, 0), happened(2, 'thrown'), happened(3, 'fell', 'die.0', 'die.4')));
  expect([...(fell?.fresh ?? [])]).toEqual(['die.0', 'die.4']);
  expect(after(fell, news(position(0, 0), happened(4, 'laid')))?.fresh.size).toBe(0);
});
