/** SHA-256, in plain words: browsers offer theirs only to pages that came over HTTPS, and a house at home may not have that. */

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional part of a root of the n-th prime. */
function constants(count: number, root: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}

const START = constants(8, 2);
const ROUND = constants(64, 3);

/** The message, a one bit, zeros, and its length in bits: whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(message);
  view.setUint8(message.length, 0x80);
  view.setBigUint64(view.byteLength - 8, BigInt(message.length) * 8n);
  return view;
}

/** The 64 words that a block is stirred in with. */
function schedule(blocks: DataView, from: number): Uint32Array {
  const words = new Uint32Array(64);
  const at = (i: number): number => words[i] ?? 0;
  for (let i = 0; i < 16; i += 1) words[i] = blocks.getUint32(from + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const near = rotated(at(i - 15), 7) ^ rotated(at(i - 15), 18) ^ (at(i - 15) >>> 3);
    const far = rotated(at(i - 2), 17) ^ rotated(at(i - 2), 19) ^ (at(i - 2) >>> 10);
    words[i] = at(i - 16) + near + at(i - 7) + far;
  }
  return words;
}

/** The hash of a message, in hexadecimal. */
export function sha256(message: Uint8Array): string {
  const blocks = padded(message);
  const state = START.slice();
  for (let from = 0; from < blocks.byteLength; from += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    schedule(blocks, from).forEach((word, i) => {
      const stirred = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + stirred + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + word) | 0;
      const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}
