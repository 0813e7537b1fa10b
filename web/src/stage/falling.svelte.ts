/** Recorded throws for what falls at a table, once they are loaded. */
import { settings, wantsStillness } from '../lib/settings.svelte';
import type { Shown as Told, Thrown } from './beats';
import type { Picture } from './layout';
import { slowly } from './moments';
import { still, type Falling } from './motion';
import { chosen, fallOf, throwsOf, type Throw } from './throws';

const MOST = 10;
/** In the order in which they are likely to be wanted. */
const SOON = [5, 3, 6, 1, 2, 4, 10, 7, 8, 9];

export class Throws {
  private begun = false;
  private loaded: ReadonlyMap<number, readonly Throw[]> = $state.raw(new Map());

  /** Loads them one after the other, where they can be seen. */
  async load(): Promise<void> {
    if (this.begun || settings.flat || wantsStillness()) return;
    this.begun = true;
    for (const dice of SOON) {
      const found = await throwsOf(dice).catch(() => undefined); // dice then lie there at once
      if (found) this.loaded = new Map([...this.loaded, [dice, found]]);
    }
  }

  lengthOf({ seq, dice }: Thrown): number | undefined {
    const throws = this.loaded.get(Math.min(MOST, dice.length));
    return throws && chosen(throws, 'hand', seq).length;
  }

  /** How the dice of a picture fall that have just been thrown; nothing where none of them can be seen. */
  fallIn(picture: Picture, { beat, thrown, slow }: Told): Falling | undefined {
    if (beat !== 'throw' || !thrown) return undefined;
    const ids = new Set(thrown.dice);
    const dice = still(picture).filter(({ id, kind }) => kind === 'die' && ids.has(id));
    const throws = this.loaded.get(dice.length);
    if (!throws || !dice.length) return undefined;
    const falling = { ...fallOf(chosen(throws, 'hand', thrown.seq), dice), seq: thrown.seq, dice: dice.length };
    return slow ? slowly(falling) : falling;
  }
}
