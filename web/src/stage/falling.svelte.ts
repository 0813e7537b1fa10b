/** Recorded throws for what falls at a table, once they are loaded. */
import { settings, wantsStillness } from '../lib/settings.svelte';
import type { Stage } from '../protocol/http';
import type { ShownStep, Thrown } from './beats';
import { kindOf, type Picture } from './layout';
import { slowly } from './moments';
import { still, type Falling } from './motion';
import { CUP_HIGH, type Shown } from './shown';
import { chosen, cupAt, fallOf, insideAt, throwsOf, thrownFrom, type Throw } from './throws';

const MOST = 10;
/** In the order in which they are likely to be wanted. */
const SOON = [5, 3, 6, 1, 2, 4, 10, 7, 8, 9];

/** A die of which nothing is told. */
const BLANK = Array.from({ length: 6 }, () => ({ face: ' ', colour: '' }));

export class Throws {
  private begun = false;
  /** The groups whose dice are thrown from a cup. */
  private cups: ReadonlySet<string> = new Set();
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

  /** How the game's dice are thrown. */
  meet({ wide }: Stage): void {
    const regions = Object.entries({ ...wide.regions, ...wide.before });
    this.cups = new Set(regions.flatMap(([name, { holder }]) => (holder === 'cup' ? [name] : [])));
  }

  lengthOf({ seq, dice, groups }: Thrown): number | undefined {
    const throws = this.loaded.get(Math.min(MOST, dice.length));
    return throws && chosen(throws, groups.some((id) => this.cups.has(kindOf(id))) ? 'cup' : 'hand', seq).length;
  }

  /** How the dice of a picture fall that have just been thrown, or the cup that they are in; nothing where neither can be seen. */
  fallIn(picture: Picture, { beat, thrown, slow }: ShownStep): Falling | undefined {
    if (beat !== 'throw' || !thrown) return undefined;
    const ids = new Set(thrown.dice);
    const dice = still(picture).filter(({ id, kind }) => kind === 'die' && ids.has(id));
    if (!dice.length) {
      const shaken = this.shakenIn(picture, thrown);
      return shaken && slow ? slowly(shaken) : shaken;
    }
    const throws = this.loaded.get(dice.length);
    const falling = throws && { ...fallOf(thrownFrom(chosen(throws, 'hand', thrown.seq), angleOf(thrown)), dice), seq: thrown.seq, dice: dice.length };
    return falling && slow ? slowly(falling) : falling;
  }

  /** A cup is shaken, turned over and set down; what is in it shows nothing. */
  private shakenIn(picture: Picture, told: Thrown): Falling | undefined {
    const { seq, dice, groups } = told;
    const throws = this.loaded.get(Math.min(MOST, dice.length));
    const laid = picture.laid.find(({ group }) => groups.includes(group.id));
    const standing = still(picture).find(({ id, kind }) => kind === 'cup' && laid?.things.some((thing) => thing.id === id));
    if (!throws || !standing) return undefined;
    const thrown = thrownFrom(chosen(throws, 'cup', seq), angleOf(told));
    const cup = { at: standing.at, width: standing.size, height: standing.size * CUP_HIGH };
    return {
      seq,
      length: thrown.length / 1000,
      impacts: thrown.impacts,
      dice: thrown.dice,
      fall: (id, seconds) => (id === standing.id ? cupAt(thrown, cup, seconds) : undefined),
      meanwhile: (seconds) => Array.from({ length: thrown.dice }, (_, die): Shown => ({ id: `shaken.${die}`, kind: 'die', sides: BLANK, ...insideAt(thrown, die, cup, seconds) })),
    };
  }
}

/** Whoever sits across throws towards us. */
function angleOf({ across }: Thrown): number {
  return across ? Math.PI : 0;
}
