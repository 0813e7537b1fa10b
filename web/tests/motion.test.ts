import { describe, expect, it } from 'vitest';
import { change, paidOut, sameAmounts } from '../src/stage/motion';
import type { Shown } from '../src/stage/shown';

const pile = (id: string, amount: number, x: number): Shown => ({ id, kind: 'pile', amount, size: 10, at: [x, 0, 0], turn: [0, 0, 0, 1], stacks: [{ colour: 'wood', square: false, count: amount, x: 0, y: 0 }] });
const before = [pile('middle', 3, 0), pile('discs.0', 0, 500)];
const after = [pile('middle', 1, 0), pile('discs.0', 2, 500)];
const chips = (shown: readonly Shown[]): number[] => shown.filter(({ kind }) => kind === 'chip').map(({ at }) => Math.round(at[0]));
const amounts = (shown: readonly Shown[]): (number | undefined)[] => shown.filter(({ kind }) => kind === 'pile').map(({ amount }) => amount);

describe('what changes hands', () => {
  it('travels from pile to pile, which change when it has come', () => {
    const going = change(before, after);
    expect(amounts(going.at(0.3))).toEqual([3, 0]);
    expect(chips(going.at(0.3))).toHaveLength(2);
    expect(amounts(going.at(going.length))).toEqual([1, 2]);
  });

  it('goes on where it was, whatever else is drawn meanwhile', () => {
    const going = change(before, after);
    const halfway = going.at(0.3);
    expect(sameAmounts(after, after)).toBe(true);
    const anew = change(halfway, after, undefined, { ...going.paying, from: going.paying.from - 0.3 });
    expect(chips(anew.at(0))).toEqual(chips(halfway));
    expect(amounts(anew.at(0.1))).toEqual([3, 0]);
    expect(anew.length).toBeCloseTo(going.length - 0.3);
  });

  it('does not wait for the next throw', () => {
    const going = change(before, after);
    const fall = { fall: () => undefined, length: 1.4 };
    const thrown = change(going.at(0.3), after, fall, { ...going.paying, from: going.paying.from - 0.3 });
    expect(amounts(thrown.at(0.5))).toEqual([1, 2]);
    const more = [pile('middle', 0, 0), pile('discs.0', 3, 500)];
    expect(sameAmounts(after, more)).toBe(false);
    const next = change(paidOut(going.at(0.3), after), more, fall);
    expect(amounts(next.at(0))).toEqual([1, 2]);
    expect(chips(next.at(0))).toEqual([]);
  });
});
