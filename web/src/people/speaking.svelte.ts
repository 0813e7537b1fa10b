/** What the house's players say just now. */
import { settings } from '../lib/settings.svelte';
import type { Known } from '../wire/following';
import { remark, type Remark } from './people';

/** So long a word stays. */
const SAID_MS = 3200;

export interface SpokenRemark {
  readonly seat: number;
  readonly words: string;
  readonly occasion: Remark['occasion'];
}

export class Speaking {
  now: SpokenRemark | undefined = $state.raw();
  private before: Known | undefined;
  private timer = 0;

  /** Something has been told. */
  async met(known: Known | undefined): Promise<void> {
    const found = remark(this.before, known);
    this.before = known;
    if (!found) return;
    const { LINES } = await import('./lines');
    const lines = LINES[settings.language][found.temper][found.occasion];
    this.now = { seat: found.seat, words: lines[found.pick % lines.length] ?? '', occasion: found.occasion };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.now = undefined), SAID_MS);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
