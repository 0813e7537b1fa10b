/**
 * What the table sounds like, made on the spot: dice on felt, wood, leather and on each other, chips, a cup set down, a
 * tower that goes over. Six variants of each, so that no two throws sound alike; nothing is recorded or fetched.
 *
 *     const stop = playThrow(fall.impacts, seq);     // every impact at its time and strength; `stop()` when it is skipped
 *     play('chip');                                  // one sound now
 *     playMoment('gong', seq);                       // a few of them, for a moment
 */
import { settings } from '../lib/settings.svelte';
import type { Shouted } from './moments';
import type { Impact } from './throws';

/** `cup` is one that is set down, `leather` a die inside it, `fall` a tower that goes over, `turn` a small bell; `bell` and `gong` ring for moments. */
export type Sound = 'felt' | 'wood' | 'leather' | 'die' | 'chip' | 'cup' | 'fall' | 'turn' | 'bell' | 'gong';
export const VARIANTS = 6;

/** How something sounds: tones that fade, and noise that fades faster. */
interface Voice {
  /** Of each tone: hertz, loudness, and seconds until it has faded to a third. */
  readonly tones: readonly (readonly [number, number, number])[];
  /** The noise: loudness, seconds, and how dull it is (0 to 1). */
  readonly noise: readonly [number, number, number];
  /** How much a variant may differ, as a part. */
  readonly stray: number;
  readonly seconds: number;
}

const VOICES: Readonly<Record<Exclude<Sound, 'fall'>, Voice>> = {
  felt: { tones: [[150, 0.5, 0.018], [260, 0.25, 0.012]], noise: [0.5, 0.012, 0.97], stray: 0.2, seconds: 0.11 },
  wood: { tones: [[880, 0.35, 0.016], [1640, 0.3, 0.011], [2750, 0.16, 0.007]], noise: [0.4, 0.005, 0.55], stray: 0.16, seconds: 0.1 },
  leather: { tones: [[320, 0.4, 0.022], [610, 0.26, 0.015], [1150, 0.12, 0.008]], noise: [0.45, 0.009, 0.75], stray: 0.18, seconds: 0.12 },
  die: { tones: [[2900, 0.3, 0.006], [4300, 0.26, 0.005], [6100, 0.14, 0.003]], noise: [0.35, 0.002, 0.2], stray: 0.14, seconds: 0.05 },
  chip: { tones: [[3150, 0.28, 0.022], [4700, 0.2, 0.016], [7200, 0.1, 0.009]], noise: [0.22, 0.003, 0.15], stray: 0.08, seconds: 0.13 },
  cup: { tones: [[95, 0.7, 0.05], [185, 0.4, 0.035], [720, 0.12, 0.012]], noise: [0.6, 0.016, 0.8], stray: 0.12, seconds: 0.28 },
  bell: { tones: [[523, 0.3, 0.3], [1046, 0.16, 0.2], [1575, 0.08, 0.12], [2630, 0.04, 0.06]], noise: [0.05, 0.004, 0.4], stray: 0.002, seconds: 1.1 },
  gong: { tones: [[98, 0.45, 0.7], [147.5, 0.3, 0.5], [233, 0.2, 0.36], [391, 0.12, 0.2], [612, 0.06, 0.12]], noise: [0.3, 0.05, 0.9], stray: 0.006, seconds: 2 },
  turn: { tones: [[660, 0.3, 0.12], [1320, 0.14, 0.08], [1985, 0.05, 0.05]], noise: [0, 0.01, 0.5], stray: 0.004, seconds: 0.6 },
};

/** Loud enough to be heard, and how hard (metres a second) is as loud as it gets. */
const [FAINTEST, HARDEST] = [0.04, 1.6];

/** A sound as numbers from -1 to 1: the same for the same variant, different for another. Pure. */
export function samplesOf(sound: Exclude<Sound, 'fall'>, variant: number, rate: number): Float32Array<ArrayBuffer> {
  const { tones, noise, stray, seconds } = VOICES[sound];
  const chance = chances(variant * 31 + sound.length * 7 + sound.charCodeAt(0));
  const about = (value: number): number => value * (1 + stray * (2 * chance() - 1));
  const voices = tones.map(([pitch, loud, fades]) => [2 * Math.PI * about(pitch), about(loud), about(fades), 6.28 * chance()] as const);
  const [hiss, fading, dull] = [about(noise[0]), about(noise[1]), noise[2]];
  const samples = new Float32Array(Math.ceil(seconds * rate));
  let smooth = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const time = i / rate;
    smooth = smooth * dull + (2 * chance() - 1) * (1 - dull);
    const rushing = hiss * Math.exp(-time / fading) * (smooth / Math.sqrt((1 - dull) / (1 + dull) || 1));
    const ringing = voices.reduce((sum, [turns, loud, fades, phase]) => sum + loud * Math.exp(-time / fades) * Math.sin(turns * time + phase), 0);
    const softly = Math.min(1, i / (rate * 0.0006), (samples.length - 1 - i) / (rate * 0.004)); // no click of its own
    samples[i] = Math.tanh(ringing + rushing) * softly;
  }
  return samples;
}

function chances(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One sound of a throw. */
export interface Note {
  readonly sound: Exclude<Sound, 'fall'>;
  readonly variant: number;
  /** Seconds after the throw. */
  readonly at: number;
  readonly loud: number;
  /** How much higher than it is; 1 without it. */
  readonly pitch?: number;
}

/** What a throw sounds like: every impact at its time and strength. No surface has the same variant twice running. Pure. */
export function notesOf(impacts: readonly Impact[], seq: number, dice: number): Note[] {
  const chance = chances(seq + 1);
  const last = new Map<string, number>();
  return impacts.map(({ at, body, surface, strength }) => {
    const sound = body >= dice ? 'cup' : surface === 'cup' ? 'leather' : surface;
    const before = last.get(sound);
    const variant = before === undefined ? Math.floor(chance() * VARIANTS) : (before + 1 + Math.floor(chance() * (VARIANTS - 1))) % VARIANTS;
    last.set(sound, variant);
    return { sound, variant, at, loud: Math.max(FAINTEST, Math.min(1, strength / HARDEST) ** 0.8) };
  });
}

/** A tower that goes over: dice on wood and on each other, more and more of them, then fewer. */
export function falling(seq: number): Note[] {
  const chance = chances(seq + 99);
  return Array.from({ length: 22 }, (_, i) => ({
    sound: (['wood', 'die', 'felt', 'die'] as const)[i % 4] ?? 'wood',
    variant: Math.floor(chance() * VARIANTS),
    at: 0.9 * (i / 22) ** 0.8 + chance() * 0.05,
    loud: 0.25 + 0.55 * Math.sin((Math.PI * (i + 1)) / 23) * (0.6 + 0.4 * chance()),
  })).sort((a, b) => a.at - b.at);
}

type Played = readonly [sound: Note['sound'], at: number, loud: number, pitch: number];
const cascade: readonly Played[] = Array.from({ length: 16 }, (_, i) => ['chip', 0.5 + i * 0.07 + 0.02 * (i % 3), 0.35, 0.9 + 0.05 * (i % 5)] as const);
/** What moments sound like: what sounds when, how loud, and how much higher than it is. */
const MELODIES: Readonly<Record<Shouted['sound'], readonly Played[]>> = {
  fanfare: [['bell', 0, 0.5, 1], ['bell', 0.13, 0.5, 1.26], ['bell', 0.26, 0.5, 1.5], ['bell', 0.45, 0.6, 2], ...cascade],
  gong: [['cup', 0, 0.8, 0.8], ['cup', 0.16, 0.8, 0.8], ['cup', 0.32, 1, 0.7], ['gong', 0.34, 0.9, 1], ...cascade],
  crash: [['gong', 0, 0.7, 0.8], ['bell', 0.05, 0.25, 0.6], ['bell', 0.3, 0.25, 0.53], ['bell', 0.55, 0.3, 0.45]],
  win: [['bell', 0, 0.5, 1], ['bell', 0.12, 0.5, 1], ['bell', 0.24, 0.5, 1], ['bell', 0.36, 0.6, 1.34], ['bell', 0.6, 0.5, 1.19], ['bell', 0.72, 0.7, 1.5], ['gong', 0.74, 0.3, 2], ...cascade],
};

/** What a moment sounds like. Pure. */
export function melodyOf(sound: Shouted['sound'], seq: number): Note[] {
  return MELODIES[sound].map(([voice, at, loud, pitch], i) => ({ sound: voice, variant: (seq + i) % VARIANTS, at, loud, pitch }));
}

// Playing them -----------------------------------------------------------------------------------------------------------

let context: AudioContext | undefined;
const made = new Map<string, AudioBuffer>();
let played = 0;

/** The browser's loudspeaker, if the looker wants sound and has touched the page: before that browsers allow none. */
function opened(): AudioContext | undefined {
  if (!settings.sound || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return undefined;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Plays these; what is called back ends those that have not sounded yet. `from`: so many seconds of them are over already. */
export function playNotes(notes: readonly Note[], from = 0): () => void {
  const room = opened();
  if (!room) return () => undefined;
  const start = room.currentTime - from;
  const sources = notes.flatMap(({ sound, variant, at, loud, pitch }) => {
    if (at < from) return [];
    const source = new AudioBufferSourceNode(room, { buffer: bufferOf(room, sound, variant), playbackRate: pitch ?? 0.96 + Math.random() * 0.08 });
    source.connect(new GainNode(room, { gain: loud })).connect(room.destination);
    source.start(start + at);
    return [{ source, at: start + at }];
  });
  return () => sources.forEach(({ source, at }) => (at > room.currentTime ? source.stop() : undefined));
}

function bufferOf(room: AudioContext, sound: Exclude<Sound, 'fall'>, variant: number): AudioBuffer {
  const name = `${sound}/${variant}`;
  let buffer = made.get(name);
  if (!buffer) {
    const samples = samplesOf(sound, variant, room.sampleRate);
    buffer = room.createBuffer(1, samples.length, room.sampleRate);
    buffer.copyToChannel(samples, 0);
    made.set(name, buffer);
  }
  return buffer;
}

/** The sounds of a throw, each when it is its time. What is called back ends them. */
export function playThrow(impacts: readonly Impact[], seq: number, dice: number, from = 0): () => void {
  return playNotes(notesOf(impacts, seq, dice), from);
}

/** The sound of a moment. What is called back ends it. */
export function playMoment(sound: Shouted['sound'], seq: number): () => void {
  return playNotes(melodyOf(sound, seq));
}

/** One sound, `after` seconds from now. */
export function play(sound: Sound, after = 0, loudness = 1): void {
  played += 1;
  if (sound === 'fall') playNotes(falling(played).map((note) => ({ ...note, at: note.at + after, loud: note.loud * loudness })));
  else playNotes([{ sound, variant: played % VARIANTS, at: after, loud: 0.6 * loudness }]);
}
