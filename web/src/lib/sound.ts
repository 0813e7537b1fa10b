/** Short sounds, made on the spot: a few knocks of filtered noise and wood. */
import { settings } from './settings.svelte';

type Sound = 'felt' | 'wood' | 'chip' | 'cup' | 'fall' | 'turn';

interface Knock {
  readonly after: number;
  readonly length: number;
  readonly pitch: number;
  readonly sharp: number;
  readonly loud: number;
}

const KNOCKS: Readonly<Record<Sound, readonly Knock[]>> = {
  felt: [{ after: 0, length: 0.07, pitch: 420, sharp: 1.2, loud: 0.5 }],
  wood: [{ after: 0, length: 0.05, pitch: 1500, sharp: 4, loud: 0.45 }],
  chip: [
    { after: 0, length: 0.04, pitch: 3200, sharp: 7, loud: 0.25 },
    { after: 0.05, length: 0.04, pitch: 3700, sharp: 8, loud: 0.16 },
  ],
  cup: [
    { after: 0, length: 0.16, pitch: 190, sharp: 1.5, loud: 0.9 },
    { after: 0.03, length: 0.05, pitch: 900, sharp: 3, loud: 0.3 },
  ],
  fall: Array.from({ length: 14 }, (_, i) => ({
    after: i * 0.055 + (i % 3) * 0.02,
    length: 0.06,
    pitch: 1900 - i * 90,
    sharp: 4,
    loud: 0.5 - i * 0.025,
  })),
  turn: [{ after: 0, length: 0.25, pitch: 660, sharp: 30, loud: 0.35 }],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function opened(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    noise.getChannelData(0).forEach((_, i, data) => (data[i] = Math.random() * 2 - 1));
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Plays a sound, a little different each time, unless the looker wants silence or the page may not sound yet. */
export function play(sound: Sound, after = 0, loudness = 1): void {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  const room = opened();
  if (!room || !noise) return;
  for (const knock of KNOCKS[sound]) {
    const start = room.currentTime + after + knock.after;
    const source = new AudioBufferSourceNode(room, { buffer: noise, loop: true, playbackRate: 0.9 + Math.random() * 0.2 });
    const wood = new BiquadFilterNode(room, { type: 'bandpass', frequency: knock.pitch * (0.93 + Math.random() * 0.14), Q: knock.sharp });
    const level = new GainNode(room, { gain: 0 });
    level.gain.setValueAtTime(knock.loud * loudness, start);
    level.gain.exponentialRampToValueAtTime(0.001, start + knock.length);
    source.connect(wood).connect(level).connect(room.destination);
    source.start(start, Math.random() * 0.3);
    source.stop(start + knock.length + 0.02);
  }
}
