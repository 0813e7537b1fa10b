/** Cups, hands and the choices that are made by picking dice. */
import type { View } from '../../protocol/views/schocken';
import type { Choice } from '../../protocol/socket';

export function diceOf(choice: Choice): readonly number[] {
  return choice.move.type === 'Throw' ? (choice.move['dice'] as number[]) : [];
}

/** To throw some dice again, and not all. */
export function partly(moves: readonly Choice[]): Choice[] {
  return moves.filter((choice) => choice.move.type === 'Throw' && diceOf(choice).length < 3);
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
