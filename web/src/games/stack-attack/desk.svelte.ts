/** The tower as the house simulated it, the hand over it, and the die one has picked. */
import { wantsStillness } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import type { LaidDie } from '../../dice/faces';
import type { Pose, View } from '../../protocol/views/stack-attack';
import type { Position } from '../../protocol/socket';
import type { Desk, Target } from '../../stage/desk';
import type { Extra } from '../../stage/layout';
import type { Pose as Stands } from '../../stage/quaternion';
import { diceIn } from '../../table/scene';
import type { Known } from '../../wire/following';
import type { Table } from '../../wire/table.svelte';
import { unpacked, type Film } from './film';
import { swing } from './sway';
import { word } from './words';

const DIE = 16_000;
const UNIT = 1e-6;
/** How high over the tower a hand holds a die. */
const OVER = 1.15;

interface Fall {
  readonly dice: readonly LaidDie[];
  readonly film: Film;
}

export class TowerDesk implements Desk {
  chosen: number | undefined = $state();
  aim = $state.raw({ x: 0, y: 0 });
  hand: readonly [number, number] | undefined = $state.raw();
  lastFall: Fall | undefined = $state.raw();
  filming: { readonly fall: Fall; readonly frame: number } | undefined = $state.raw();
  /** Whether a film is about to begin. */
  private coming = $state(false);
  /** The tower with the die over it, as it is when that is let go: what a film shows. */
  private before: readonly LaidDie[] = [];
  private known: Known | undefined;
  private swaying = 0;
  private running = 0;

  constructor(private readonly table: Table) {}

  met(known: Known, position: Position): void {
    if (known === this.known) return;
    this.known = known;
    const view = position.view as View;
    const [tower, held] = [diceIn(position.scene, 'tower'), diceIn(position.scene, 'held')];
    const settled = known.happened.find((move) => move.type === 'Settled' || move.type === 'Fell');
    if (settled?.['film']) void this.show(String(settled['film']), tower.length > this.before.length ? tower : this.before, settled.type === 'Fell');
    if (held.length || view.phase !== 'settling') this.before = [...tower, ...held];
    const legal = [...this.legal(position)];
    if (view.phase === 'stacking') {
      this.chosen = legal.length === 1 ? legal[0] : undefined;
      this.aim = { x: 0, y: 0 };
    }
    this.sway(view);
  }

  legal(position: Position): ReadonlySet<number> {
    return new Set(position.moves.flatMap(({ move }) => (move.type === 'Place' ? [Number(move['die'])] : [])));
  }

  /** While a hand sways, everybody sees it. */
  private sway(view: View): void {
    cancelAnimationFrame(this.swaying);
    this.hand = undefined;
    if (view.phase !== 'swaying') return;
    const step = (): void => {
      this.hand = swing(view.sway, this.table.now() - view.since);
      this.swaying = requestAnimationFrame(step);
    };
    step();
  }

  private async show(film: string, dice: readonly LaidDie[], fell: boolean): Promise<void> {
    this.coming = true;
    const fall = { dice, film: await unpacked(film) };
    this.coming = false;
    if (fell) {
      this.lastFall = fall;
      play('fall', 0.4);
    } else play('wood');
    if (!wantsStillness()) this.run(fall, 1);
  }

  slowly(): void {
    if (this.lastFall) this.run(this.lastFall, 0.25);
  }

  private run(fall: Fall, speed: number): void {
    cancelAnimationFrame(this.running);
    const began = performance.now();
    const step = (): void => {
      const frame = Math.floor(((performance.now() - began) / 1000) * fall.film.rate * speed);
      const on = frame < fall.film.frames.length;
      this.filming = on ? { fall, frame } : undefined;
      if (on) this.running = requestAnimationFrame(step);
    };
    step();
  }

  moving(): boolean {
    return this.coming || this.filming !== undefined || this.hand !== undefined;
  }

  extra(_: Known, position: Position): Extra {
    const view = position.view as View;
    if (this.filming) {
      const { fall, frame } = this.filming;
      const [, ...poses] = fall.film.frames[frame] ?? [];
      return { instead: new Map([['tower', fall.dice], ['held', []]]), poses: new Map(fall.dice.map((die, i) => [die.id, standsIn(poses[i], 1)])) };
    }
    const tower = [...diceIn(position.scene, 'tower')];
    const poses = new Map<string, Stands>(view.poses.map((pose, i) => [tower[i]?.id ?? '', standsIn(pose, UNIT)]));
    const [held] = diceIn(position.scene, 'held');
    if (!view.held || !held) return { instead: new Map([['tower', tower]]), poses };
    const top = view.poses.at(-1);
    const [dx, dy] = this.hand ?? [0, 0];
    const over: Stands = { at: [((top?.[0] ?? 0) + view.held.x + dx) / DIE, ((top?.[1] ?? 0) + view.held.y + dy) / DIE, tower.length + 0.5 + OVER], turn: [0, 0, 0, 1] };
    return { instead: new Map([['tower', [...tower, held]], ['held', []]]), poses: poses.set(held.id, over) };
  }

  targets({ looking }: Known, position: Position): ReadonlyMap<string, Target> {
    if (looking === null || !position.due.must.includes(looking)) return new Map();
    const legal = this.legal(position);
    return new Map(
      diceIn(position.scene, 'rolled').flatMap((die): [string, Target][] => {
        const number = Number(die.face);
        if (!legal.has(number)) return [];
        return [[die.id, { label: word('add', { n: String(number) }), tap: () => (this.chosen = number), fits: this.chosen === undefined, picked: this.chosen === number }]];
      }),
    );
  }
}

/** Micrometres become dice; the house writes w x y z. */
function standsIn(pose: Pose | undefined, unit: number): Stands {
  const [x, y, z, w, qx, qy, qz] = pose ?? [0, 0, 0, 1 / unit, 0, 0, 0];
  return { at: [x / DIE, y / DIE, z / DIE], turn: [qx * unit, qy * unit, qz * unit, w * unit] };
}
