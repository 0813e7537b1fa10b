import { expect, test, vi } from 'vitest';
import { recorded } from './recorded';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { sound: true } }));
const { VARIANTS, falling, melodyOf, notesOf, play, playNotes, samplesOf } = await import('../src/stage/sounds');
const { settings } = await import('../src/lib/settings.svelte');
const { decoded } = await import('../src/stage/throws');

const SOUNDS = ['felt', 'leather', 'wood', 'die', 'chip', 'cup', 'turn', 'bell', 'gong'] as const;
const RATE = 44_100;
const loudest = (samples: Float32Array): number => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

test.each(SOUNDS)('%s has six variants that can be heard, never clip, fade away and differ', (sound) => {
  const all = Array.from({ length: VARIANTS }, (_, variant) => samplesOf(sound, variant, RATE));
  for (const samples of all) {
    expect(loudest(samples)).toBeGreaterThan(0.12);
    expect(loudest(samples)).toBeLessThan(1);
    expect(loudest(samples.slice(-100))).toBeLessThan(0.05 * loudest(samples));
    expect(samples[0]).toBeCloseTo(0, 9);
  }
  expect(new Set(all.map((samples) => samples.slice(0, 400).join())).size).toBe(VARIANTS);
  expect(samplesOf(sound, 3, RATE)).toEqual(all[3]);
});

test('surfaces are told apart: felt is duller than leather, leather than wood, wood than another die', () => {
  const bright = SOUNDS.slice(0, 4).map((sound) => {
    const samples = samplesOf(sound, 0, RATE);
    return samples.reduce((sum, each, i) => sum + Math.abs(each - (samples[i - 1] ?? 0)), 0) / samples.reduce((sum, each) => sum + Math.abs(each), 0);
  });
  expect(bright).toEqual([...bright].sort((a, b) => a - b));
});

test('every recorded impact sounds at its time, the harder the louder, and no two throws alike', () => {
  const throws = decoded(recorded(3));
  const heard = throws.map((thrown, seq) => {
    const notes = notesOf(thrown.impacts, seq, thrown.dice);
    expect(notes.map(({ at }) => at)).toEqual(thrown.impacts.map(({ at }) => at));
    const order = thrown.impacts.map((impact, i) => [impact.strength, notes[i]?.loud ?? 0] as const).sort(([a], [b]) => a - b);
    order.forEach(([, loud], i) => expect(loud).toBeGreaterThanOrEqual(order[i - 1]?.[1] ?? 0));
    for (const sound of SOUNDS) {
      const variants = notes.filter((note) => note.sound === sound).map(({ variant }) => variant);
      variants.forEach((variant, i) => expect(variant).not.toBe(variants[i - 1]));
    }
    expect(notes.some(({ sound }) => sound === 'cup')).toBe(thrown.kind === 'cup');
    return JSON.stringify(notes);
  });
  expect(new Set(heard).size).toBe(throws.length);
  expect(notesOf(throws[0]?.impacts ?? [], 1, 3)).not.toEqual(notesOf(throws[0]?.impacts ?? [], 2, 3));
});

test('a tower goes over in many knocks, one after another', () => {
  const notes = falling(1);
  expect(notes.length).toBeGreaterThan(15);
  notes.forEach(({ at }, i) => expect(at).toBeGreaterThanOrEqual(notes[i - 1]?.at ?? 0));
});

test('nothing sounds before the page was touched, nor when it is off; a skipped throw ends', () => {
  const started: { at: number; stopped: boolean }[] = [];
  class Source {
    note = { at: 0, stopped: false };
    connect = <Node>(next: Node): Node => next;
    start(at: number): void {
      this.note.at = at;
      started.push(this.note);
    }
    stop(): void {
      this.note.stopped = true;
    }
  }
  class Room {
    state = 'running';
    currentTime = 10;
    sampleRate = RATE;
    destination = {};
    createBuffer = (): object => ({ copyToChannel: () => undefined });
  }
  const active = { hasBeenActive: false };
  vi.stubGlobal('navigator', { userActivation: active });
  vi.stubGlobal('AudioContext', Room);
  vi.stubGlobal('AudioBufferSourceNode', Source);
  vi.stubGlobal('GainNode', class { connect = <Node>(next: Node): Node => next; });
  play('chip');
  expect(started).toHaveLength(0);
  active.hasBeenActive = true;
  settings.sound = false;
  play('chip');
  expect(started).toHaveLength(0);
  settings.sound = true;
  play('chip', 0.5);
  expect(started.map(({ at }) => at)).toEqual([10.5]);
  const stop = playNotes([{ sound: 'felt', variant: 0, at: 0, loud: 1 }, { sound: 'felt', variant: 1, at: 2, loud: 1 }, { sound: 'felt', variant: 1, at: 0.2, loud: 1 }], 0.1);
  stop();
  expect(started.slice(1)).toEqual([{ at: 11.9, stopped: true }, { at: 10.1, stopped: true }]);
  vi.unstubAllGlobals();
});

test('every moment has a melody of its own, soon over', () => {
  const melodies = (['fanfare', 'gong', 'crash', 'win'] as const).map((sound) => melodyOf(sound, 5));
  for (const notes of melodies) expect(Math.max(...notes.map(({ at }) => at))).toBeLessThan(2);
  expect(new Set(melodies.map((notes) => JSON.stringify(notes))).size).toBe(melodies.length);
});
