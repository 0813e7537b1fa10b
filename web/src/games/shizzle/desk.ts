/**
 * The dice that wait: whoever begins taps the one that is to be the Spark. The dice that were rolled: whoever may lay one
 * taps it; one that does not fit is refused with its rule.
 */
import type { Desk, Target } from '../../stage/desk';
import type { Table } from '../../wire/table.svelte';
import { plain } from '../../words/sentences';
import { dieName } from '../../words/words.svelte';
import { diceIn } from '../../table/scene';
import { word } from './words';

export function desk(table: Table): Desk {
  return {
    targets: ({ looking }, { due, moves, scene }) => {
      const sparks = moves.filter(({ move }) => move.type === 'Strike');
      if (sparks.length) return new Map(sparks.map(({ move, label }) => [`tray.${String(move['die'])}`, { label: plain(label), tap: () => void table.play(move), fits: true }]));
      const legal = new Set(moves.flatMap(({ move }) => (move.type === 'Lay' ? [`die.${String(move['die'])}`] : [])));
      if (looking === null || !due.must.includes(looking) || !legal.size) return new Map<string, Target>();
      return new Map(
        diceIn(scene, 'rolled').map((die) => {
          const fits = legal.has(die.id);
          const lay = (): void => void table.play({ type: 'Lay', die: Number(die.id.split('.')[1]) });
          return [die.id, { label: word(fits ? 'lay' : 'no', { die: dieName(die) }), tap: lay, fits }];
        }),
      );
    },
  };
}
