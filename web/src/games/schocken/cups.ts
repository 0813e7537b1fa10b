/** Cups, hands and the choices that are made by picking dice. */
import type { Choice } from '../../wire/wire';

export interface Cup {
  readonly faces: readonly number[];
  readonly fresh: readonly number[];
  readonly throws: readonly number[];
}

export interface Reveal {
  readonly order: readonly number[];
  readonly hands: readonly { readonly faces: readonly number[] }[];
  readonly winner: number;
  readonly loser: number;
  readonly from_middle: number;
  readonly from_players: number;
}

export interface View {
  readonly middle: number;
  readonly cups: readonly Cup[];
  readonly order: readonly number[];
  readonly turn: number;
  readonly in_the_air: boolean;
  readonly reveal: Reveal | null;
  /** How many cups are open, where throws were only counted. */
  readonly opened: number;
  readonly options: { readonly counted: boolean };
}

function diceOf(choice: Choice): readonly number[] {
  return choice.move.type === 'Throw' ? (choice.move['dice'] as number[]) : [];
}

export function flipOf(choice: Choice): number {
  return Number(choice.move['flip'] ?? 0);
}

/** Whatever needs picking dice or turning sixes is offered on the felt; to stand, and to throw all or so many, in the dock. */
export function offersOnFelt(choice: Choice, view: View): boolean {
  return !view.options.counted && (flipOf(choice) > 0 || (choice.move.type === 'Throw' && diceOf(choice).length < 3));
}

/** The choice that fits the dice picked to be thrown again and the sixes turned; none picked: to stand. */
export function picked(moves: readonly Choice[], dice: ReadonlySet<number>, flip: number): Choice | undefined {
  const wanted = [...dice].sort().join();
  return moves.find((choice) => {
    const kind = wanted ? 'Throw' : 'Stand';
    return choice.move.type === kind && diceOf(choice).join() === wanted && flipOf(choice) === flip;
  });
}
