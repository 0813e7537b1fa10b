/** What is shown of a table just now: what the house sent, beat by beat. */
import { settings, wantsStillness } from '../lib/settings.svelte';
import type { HouseMessage } from '../protocol/socket';
import type { Known } from '../wire/following';
import { advanced, begun, nextAt, paced, pushed, shownOf, skipped, stepOf, type Pace, type Queue, type ShownStep, type Thrown } from './beats';

export class Showing {
  private queue: Queue = $state.raw(begun(undefined));
  private at = $state(0);
  private timer = 0;
  readonly shown: ShownStep = $derived(shownOf(this.queue, this.at));

  constructor(
    private readonly now: () => number,
    /** How long a throw takes, in milliseconds; undefined: it cannot be seen to fall here, and must not be seen before others see it lie. */
    private readonly lengthOf: (thrown: Thrown) => number | undefined,
  ) {}

  /** A message of the house has changed what is known. Whoever wants it at once, or does not look, is not kept waiting. */
  heard(before: Known | undefined, message: HouseMessage, after: Known | undefined): void {
    if (before === after) return;
    const waits = message.type === 'news' && before && after && settings.speed !== 'none' && !document.hidden;
    this.queue = waits ? pushed(paced(this.queue, pace()), stepOf(before, message, after), this.now()) : begun(after, pace(), (thrown) => this.lengthOf(thrown) ?? 0);
    this.turn();
  }

  /** Something else is looked at: it lies there as it is. */
  show(known: Known): void {
    this.queue = begun(known, pace(), (thrown) => this.lengthOf(thrown) ?? 0);
    this.turn();
  }

  skip(): void {
    this.queue = skipped(this.queue, this.now());
    this.turn();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private turn(): void {
    clearTimeout(this.timer);
    const now = this.now();
    this.queue = advanced(this.queue, now);
    this.at = now;
    const next = nextAt(this.queue, now);
    if (next !== null) this.timer = window.setTimeout(() => this.turn(), Math.max(1, next - now));
  }
}

function pace(): Pace {
  return { speed: settings.speed === 'none' ? 'fast' : settings.speed, still: wantsStillness() };
}
