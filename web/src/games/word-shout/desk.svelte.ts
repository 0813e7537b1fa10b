/** The word that somebody is putting together: typed, or tapped from the dice on the table. */
import type { LaidDie } from '../../dice/faces';
import type { Position } from '../../protocol/socket';
import type { View } from '../../protocol/views/word-shout';
import type { Desk, Target } from '../../stage/desk';
import { diceIn } from '../../table/scene';
import type { Known } from '../../wire/following';
import { afterTap, diceFor } from './spelling';
import { word } from './words';

export class WordDesk implements Desk {
  typed = $state('');
  private tapped: readonly string[] = $state.raw([]);
  private letters = '';
  private line: HTMLInputElement | undefined;

  /** Other dice, another word. */
  met(_: Known, position: Position): void {
    const { letters } = position.view as View;
    if (letters !== this.letters) this.clear();
    this.letters = letters;
  }

  /** Where the word is written. Keys go there at once; a finger is not to bring a keyboard up over the dice. */
  readonly writes = (line: HTMLInputElement): (() => void) => {
    this.line = line;
    this.focus();
    return () => (this.line = undefined);
  };

  clear(): void {
    this.typed = '';
    this.tapped = [];
  }

  targets(_: Known, position: Position): ReadonlyMap<string, Target> {
    if (!position.open.length) return new Map();
    const dice = diceIn(position.scene, 'table');
    const used = diceFor(this.typed, dice, this.tapped);
    return new Map(dice.map((die) => [die.id, { label: word('letter', { letter: die.face }), tap: () => this.tap(die, used.has(die.id)), fits: false, picked: used.has(die.id) }]));
  }

  private tap(die: LaidDie, used: boolean): void {
    this.typed = afterTap(this.typed, die, used);
    this.tapped = used ? this.tapped.filter((id) => id !== die.id) : [...this.tapped, die.id];
    this.focus();
  }

  private focus(): void {
    if (matchMedia('(pointer: fine)').matches) this.line?.focus({ preventScroll: true });
  }
}
