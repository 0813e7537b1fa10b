/** Chips and discs that change hands are seen to travel: from the piles that shrank to those that grew. */
import { wantsStillness } from '../lib/settings.svelte';

const MOST = 8;
const LENGTH_MS = 550;
const APART_MS = 60;

interface Change {
  readonly pile: Element;
  readonly by: number;
}

let changes: Change[] = [];

/** A pile says that it has changed by so many; all that changed together are settled together. */
export function changed(pile: Element, by: number): void {
  if (!changes.length) requestAnimationFrame(() => void settle());
  changes.push({ pile, by });
}

async function settle(): Promise<void> {
  const together = changes;
  changes = [];
  if (wantsStillness()) return;
  while (document.querySelector("[data-covered='all']")) await new Promise(requestAnimationFrame);
  ways(together).forEach(([from, to], i) => fly(from, to, i * APART_MS));
}

/** Who gives one to whom, one by one; none where nothing was given, as with points. */
export function ways<Pile>(together: readonly { readonly pile: Pile; readonly by: number }[]): (readonly [from: Pile, to: Pile])[] {
  const one = (sign: number): Pile[] => together.flatMap(({ pile, by }) => Array.from({ length: Math.max(0, sign * by) }, () => pile));
  const [givers, takers] = [one(-1), one(1)];
  return givers.slice(0, MOST).flatMap((from, i) => {
    const to = takers[i];
    return to === undefined ? [] : [[from, to] as const];
  });
}

function fly(from: Element, to: Element, delay: number): void {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const chip = document.createElement('span');
  chip.className = 'travelling';
  chip.setAttribute('aria-hidden', 'true');
  document.body.append(chip);
  const at = ({ left, top, width, height }: DOMRect, lift: number): string => `translate(${left + width / 2 - 11}px, ${top + height / 2 - 11 - lift}px)`;
  const half = new DOMRect((start.left + end.left) / 2, (start.top + end.top) / 2, (start.width + end.width) / 2, (start.height + end.height) / 2);
  const flight = chip.animate([{ transform: at(start, 0) }, { transform: at(half, 26) }, { transform: at(end, 0) }], { duration: LENGTH_MS, delay, easing: 'ease-in-out', fill: 'both' });
  const land = (): void => chip.remove();
  flight.finished.then(land, land);
}
