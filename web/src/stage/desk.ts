/** What a game's own page adds to the stage: what can be tapped there, and what it keeps to itself until it is asked. */
import type { Known } from '../wire/following';
import type { Position } from '../protocol/socket';
import type { Extra } from './layout';

/** A thing that can be tapped. */
export interface Target {
  readonly label: string;
  readonly tap: () => void;
  /** Whether it is a move that the house would take. */
  readonly fits: boolean;
  /** For what can be picked and put back: whether it is. */
  readonly picked?: boolean;
}

export interface Desk {
  /** By the ids of things. */
  readonly targets?: (known: Known, position: Position) => ReadonlyMap<string, Target>;
  readonly extra?: (known: Known, position: Position) => Extra;
  /** Called with every new position, before it is drawn. */
  readonly met?: (known: Known, position: Position) => void;
  /** Whether something is still covered that the words beside it would give away. */
  readonly covering?: (known: Known, position: Position) => '' | 'some';
  /** Whether a move has been put together on the stage: it stands out then, and no other choice. */
  readonly choosing?: (known: Known, position: Position) => boolean;
  /** Whether something moves all the time just now. */
  readonly moving?: () => boolean;
}
