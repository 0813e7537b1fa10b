/** One's own cup, which stays down until one lifts it, the dice one picks, and who was best and worst. */
import { play } from '../../lib/sound';
import { wantsStillness } from '../../lib/settings.svelte';
import type { View } from '../../protocol/views/schocken';
import type { Position } from '../../protocol/socket';
import type { Desk, Target } from '../../stage/desk';
import type { Extra } from '../../stage/layout';
import type { Known } from '../../wire/following';
import { dieName } from '../../words/words.svelte';
import { groupOf } from '../../table/scene';
import { diceOf, flipOf, partly, picked } from './cups';
import { word } from './words';
import type { Choice } from '../../protocol/socket';

export class SchockenDesk implements Desk {
  private lifted = $state(false);
  private again: ReadonlySet<number> = $state.raw(new Set());
  private flip = $state(0);
  private throws = 0;
  /** For which dice, and which natural move, something was picked for them. */
  private proposed = '';

  met(known: Known, position: Position): void {
    const view = position.view as View;
    const throws = known.looking === null ? 0 : (view.cups[known.looking]?.throws.length ?? 0);
    if (throws !== this.throws) this.fresh(throws);
    if (known.looking === null || !position.moves.length) return;
    const asked = JSON.stringify([view.cups[known.looking]?.faces, position.moves.find(({ primary }) => primary)?.move]);
    if (asked !== this.proposed) this.propose(position.moves);
    this.proposed = asked;
  }

  /** What the house calls natural to throw again is picked already: one tap throws it, others put dice back. */
  private propose(moves: readonly Choice[]): void {
    this.flip = 0;
    this.again = new Set(partly(moves).find(({ primary }) => primary)?.move['dice'] as number[] | undefined);
  }

  /** A new throw: the cup is down again, and nothing is picked. */
  private fresh(throws: number): void {
    this.throws = throws;
    this.proposed = '';
    this.again = new Set();
    this.flip = 0;
    this.lifted = throws > 0 && wantsStillness();
    if (throws) play('cup');
  }

  covering({ looking }: Known, position: Position): '' | 'some' {
    return this.isDown(looking, position) ? 'some' : '';
  }

  extra({ looking }: Known, position: Position): Extra {
    const { reveal } = position.view as View;
    const marks = reveal
      ? new Map([
          [`hand.${reveal.winner}`, word('best')],
          [`hand.${reveal.loser}`, `${word('worst')} +${reveal.from_middle + reveal.from_players}`],
        ])
      : new Map<string, string>();
    return { covered: new Set(this.isDown(looking, position) ? [`cup.${looking}`, `aside.${looking}`] : []), marks };
  }

  targets({ looking }: Known, position: Position): ReadonlyMap<string, Target> {
    const view = position.view as View;
    if (looking === null || view.options.counted) return new Map();
    if (this.isDown(looking, position)) return new Map([[`cup.${looking}`, { label: word('lift'), tap: () => (this.lifted = true), fits: true }]]);
    if (!position.due.must.includes(looking) || !position.moves.some(({ move }) => move.type === 'Throw')) return new Map();
    const some = partly(position.moves);
    const natural = some.find(({ primary }) => primary) ?? (some.length === 1 ? some[0] : undefined);
    const advised = new Set(natural ? diceOf(natural) : []);
    const dice = ['cup', 'aside'].flatMap((kind) => groupOf(position.scene, `${kind}.${looking}`)?.dice ?? []);
    return new Map(
      dice.map((die) => {
        const number = Number(die.id.split('.')[2]);
        return [die.id, { label: `${dieName(die)}: ${word('again')}`, tap: () => this.toggle(number), fits: advised.has(number) && !this.again.has(number), picked: this.again.has(number) }];
      }),
    );
  }

  private toggle(die: number): void {
    const next = new Set(this.again);
    if (!next.delete(die)) next.add(die);
    this.again = next.size === 3 ? new Set([die]) : next;
  }

  turnSix(): void {
    this.flip = 1 - this.flip;
  }
  get turnsSix(): boolean {
    return this.flip === 1;
  }
  get picks(): boolean {
    return this.again.size > 0 || this.flip > 0;
  }
  choice(moves: readonly Choice[]): Choice | undefined {
    return this.picks ? picked(moves, this.again, this.flip) : undefined;
  }
  /** Whether what was picked makes one move: that is the one to make now. */
  choosing(_: Known, position: Position): boolean {
    return !(position.view as View).options.counted && this.choice(position.moves) !== undefined;
  }
  mayTurnSix(moves: readonly Choice[]): boolean {
    return moves.some((choice) => flipOf(choice) === 1);
  }

  /** Whether the looker's own cup still covers dice that they may see. */
  isDown(looking: number | null, position: Position): boolean {
    const view = position.view as View;
    if (looking === null || this.lifted || view.options.counted || view.in_the_air) return false;
    return (view.cups[looking]?.throws.length ?? 0) > 0 && (groupOf(position.scene, `cup.${looking}`)?.dice.some(({ face }) => face) ?? false);
  }
}
