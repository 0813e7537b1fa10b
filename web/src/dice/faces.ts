/** One drawing of a die, as shapes: the page makes SVG of them, the tray a texture. The face is a square of 100. */

export interface DieFace {
  /** A number, a letter, or nothing. */
  readonly face: string;
  /** One of the six colours, or nothing. */
  readonly colour: string;
}

/** A die that lies somewhere: which one it is, and what it shows. */
export interface LaidDie extends DieFace {
  readonly id: string;
}

export type Shape =
  | { readonly kind: 'path'; readonly d: string; readonly fill: string }
  | { readonly kind: 'text'; readonly x: number; readonly y: number; readonly size: number; readonly text: string; readonly fill: string };

interface Paint {
  readonly body: string;
  readonly ink: string;
}

const DARK = '#24170f';
const LIGHT = '#fffaf0';

/** Neighbours differ in lightness too, so that colour is never the only thing that tells them apart. */
export const PAINTS: Readonly<Record<string, Paint>> = {
  red: { body: '#b8322a', ink: LIGHT },
  orange: { body: '#ee8a2b', ink: DARK },
  yellow: { body: '#f5d76b', ink: DARK },
  green: { body: '#2c7d48', ink: LIGHT },
  blue: { body: '#1f4f96', ink: LIGHT },
  purple: { body: '#a678c4', ink: DARK },
};

export const IVORY: Paint = { body: '#f8f1e1', ink: '#2b1d14' };
export const COVERED: Paint = { body: '#4b3a2e', ink: '#8a7462' };

/** The symbols, each in a square from -50 to 50. */
const SYMBOLS: Readonly<Record<string, string>> = {
  red: 'M0-44 46 38-46 38Z',
  orange: 'M0-50 42 0 0 50-42 0Z',
  yellow: 'M0-50 13-16 49-15 20 8 31 43 0 22-31 43-20 8-49-15-13-16Z',
  green: 'M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0Z',
  blue: 'M-38-38H38V38H-38Z',
  purple: 'M-14-46H14V-14H46V14H14V46H-14V14H-46V-14H-14Z',
};

const PIPS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '1': [[50, 50]],
  '2': [[28, 28], [72, 72]],
  '3': [[26, 26], [50, 50], [74, 74]],
  '4': [[28, 28], [72, 28], [28, 72], [72, 72]],
  '5': [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  '6': [[29, 25], [71, 25], [29, 50], [71, 50], [29, 75], [71, 75]],
};

export function paintOf(die: DieFace): Paint {
  if (!die.face && !die.colour) return COVERED;
  return PAINTS[die.colour] ?? IVORY;
}

/** What is drawn on the face, over its body. */
export function shapesOf(die: DieFace): Shape[] {
  const { ink } = paintOf(die);
  const symbol = SYMBOLS[die.colour];
  if (symbol && die.face) {
    return [
      { kind: 'text', x: 38, y: 81, size: 76, text: die.face, fill: ink },
      { kind: 'path', d: moved(symbol, 75, 27, 0.3), fill: ink },
    ];
  }
  if (symbol) return [{ kind: 'path', d: moved(symbol, 50, 50, 0.58), fill: ink }];
  const pips = PIPS[die.face];
  if (pips) return [{ kind: 'path', d: pips.map(([x, y]) => dot(x, y, die.face === '1' ? 12 : 9.5)).join(''), fill: die.face === '1' ? '#b8322a' : ink }];
  if (die.face) return [{ kind: 'text', x: 50, y: die.face.length > 1 ? 70 : 74, size: die.face.length > 1 ? 50 : 68, text: die.face.toUpperCase(), fill: ink }];
  return [{ kind: 'path', d: dot(50, 50, 7), fill: ink }];
}

function dot(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** A symbol's path, scaled and moved to where it goes. Upper-case commands take places, lower-case ones distances. */
function moved(path: string, x: number, y: number, scale: number): string {
  return path.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    const shift = command === command.toUpperCase();
    const put = (value: number, index: number): number => {
      if (command === 'a') return index % 7 >= 2 && index % 7 <= 4 ? value : value * scale;
      const across = command === 'H' || (command !== 'V' && index % 2 === 0);
      return value * scale + (shift ? (across ? x : y) : 0);
    };
    return command + numbers.map((value, index) => round(put(value, index))).join(' ');
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The six faces of a die of this sort, the one that is up first: what the other sides show is only decoration. */
export function sidesOf(up: DieFace): DieFace[] {
  if (up.colour) {
    const colours = Object.keys(PAINTS);
    const start = Math.max(0, colours.indexOf(up.colour));
    const number = Number(up.face);
    return colours.map((_, i) => ({
      colour: colours[(start + i) % 6] ?? up.colour,
      face: Number.isInteger(number) && up.face ? String(((number - 1 + i) % 6) + 1) : up.face,
    }));
  }
  const number = Number(up.face);
  if (Number.isInteger(number) && number >= 1 && number <= 6) {
    const sides = [1, 2, 3].filter((side) => side !== number && side !== 7 - number);
    const [a = 1, b = 2] = sides;
    return [number, 7 - number, a, 7 - a, b, 7 - b].map((side) => ({ face: String(side), colour: '' }));
  }
  if (/^[a-z]$/i.test(up.face)) {
    const code = up.face.toUpperCase().charCodeAt(0) - 65;
    return [0, 4, 8, 13, 17, 19].map((step) => ({ face: String.fromCharCode(65 + ((code + step) % 26)), colour: '' }));
  }
  return Array.from({ length: 6 }, () => up);
}
