/** What the frame gives a game's own drawing of the middle. */
import type { Table } from '../wire/table.svelte';
import type { Known } from '../wire/following';
import type { Position } from '../protocol/socket';

export interface MiddleProps {
  readonly table: Table;
  readonly known: Known;
  readonly position: Position;
}
