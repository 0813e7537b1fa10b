import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { drawBelow, prove } from '../src/lib/proving';
import { commitment, type Held } from '../src/lib/salts';
import type { DrawsView } from '../src/protocol/http';
import proof from './proof.json';

const draws = proof.draws as unknown as DrawsView;
const ann: Held = { table: 'oak', seat: 0, text: 'salt of Ann', nonce: '00', house: commitment(hexToBytes(seedIn(proof.record))), own: true };

function seedIn(record: string): string {
  return (JSON.parse(record.trim().split('\n').at(-1) ?? '') as { seed: string }).seed;
}

/** What was shown of each of nature's moves. */
function shown(record = proof.record): Map<number, unknown> {
  const lines = record.trim().split('\n').map((line) => JSON.parse(line) as { by?: unknown; n: number; move: unknown });
  return new Map(lines.filter((line) => line.by === 'nature').map((line) => [line.n, line.move]));
}

test('an honest game is proven, roll by roll, with the words of this device in it', () => {
  const found = prove(proof.record, draws, [ann], shown());
  expect(found).toEqual({ breach: '', drawn: draws.draws.length, undrawn: 0, seen: draws.draws.length, salts: 2, own: true, held: true });
  expect(found.drawn).toBeGreaterThan(3);
});

test('who only watched learns how many salts are in, and that none is their own', () => {
  expect(prove(proof.record, draws, [], new Map())).toMatchObject({ breach: '', salts: 2, own: false, held: false, seen: 0 });
});

test('a house that swaps seed and commitment is caught by what this device has kept', () => {
  const swapped = { ...ann, house: commitment(hexToBytes('07'.repeat(32))) };
  expect(prove(proof.record, draws, [swapped], shown()).breach).toBe('promise');
});

test('where dice were fixed anew, the last promise counts', () => {
  const before = { ...ann, nonce: '99', house: commitment(hexToBytes('07'.repeat(32))) };
  expect(prove(proof.record, draws, [ann, before], shown()).breach).toBe('');
});

test('another seed than the promised one is a breach', () => {
  const other = proof.record.replace(seedIn(proof.record), '07'.repeat(32));
  expect(prove(other, draws, [ann], shown()).breach).toBe('seed');
});

test('words that nobody promised, and words that were left out, are named', () => {
  expect(prove(proof.record.replace('salt of Bo', 'salt of No'), draws, [ann], shown()).breach).toBe('salt');
  expect(prove(proof.record, draws, [{ ...ann, nonce: '77' }], shown()).breach).toBe('unsalted');
});

test('promises that were made to fit what this device had opened are a breach', () => {
  const [ofAnn, ofBo] = Object.values((JSON.parse(proof.record.split('\n')[0] ?? '') as { dice: { deal: { committed: Record<string, string> } } }).dice.deal.committed);
  const among = [ofAnn ?? '', ofBo ?? ''];
  expect(prove(proof.record, draws, [{ ...ann, among }], shown()).breach).toBe('');
  expect(prove(proof.record, draws, [{ ...ann, among: among.toReversed() }], shown()).breach).toBe('others');
  expect(prove(proof.record, draws, [{ ...ann, among: among.slice(0, 1) }], shown()).breach).toBe('others');
});

test('every roll that is another one is found, whichever it is', () => {
  const lines = proof.record.trim().split('\n');
  for (const [place, line] of lines.entries()) {
    if (!line.includes('"pips"')) continue;
    const edited = lines.with(place, line.replace(/"pips":(\d)/, (_, pips: string) => `"pips":${(Number(pips) % 6) + 1}`)).join('\n');
    expect(prove(edited, draws, [ann], new Map()).breach).toBe('roll');
  }
});

test('a roll that was shown is held against the record, and none may be kept back', () => {
  const seen = shown();
  const entry = Math.min(...seen.keys());
  seen.set(entry, { type: 'Fell', pips: 7 });
  expect(prove(proof.record, draws, [ann], seen).breach).toBe('seen');
  expect(prove(proof.record, { ...draws, draws: draws.draws.slice(0, -1) }, [ann], new Map()).breach).toBe('roll');
});

test('numbers larger than one hash are drawn as the house draws them', () => {
  expect(drawBelow(hexToBytes(proof.key), 7, 6n ** 200n).toString()).toBe(proof.far);
});
