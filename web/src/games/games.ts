/** What games bring along beside what the house says of them. Each lives in a folder here, named as the house names it. */
import type { Component } from 'svelte';
import { numberOf } from '../people/people';
import type { Desk } from '../stage/desk';
import type { Known } from '../wire/following';
import type { Table } from '../wire/table.svelte';
import type { Choice, OpenKind, Position } from '../protocol/socket';

/** A game's own look. */
export interface GameLook {
  /** Its felt: a CSS colour. */
  readonly felt: string;
}

/** What the frame gives a game's own part of the dock. */
export interface PanelProps {
  readonly table: Table;
  readonly known: Known;
  readonly position: Position;
  /** What the game keeps on the stage, as its own `desk` made it. */
  readonly desk: Desk;
}

/** The pieces that are loaded only at the game's table. */
export interface GameView {
  /** What can be tapped on the stage, and what it shows beside the scene. */
  readonly desk?: (table: Table) => Desk;
  /** Stands in the dock, over the choices. */
  readonly Panel?: Component<PanelProps>;
  /** Which choices the game offers itself, so that the dock need not. */
  readonly offers?: (choice: Choice, known: Known) => boolean;
  /** Which rich kinds of move the game asks for itself. */
  readonly asks?: (kind: OpenKind, known: Known) => boolean;
  /** Whether somebody may know now what others at the same device may not, from the position's view. Else it is taken for granted. */
  readonly secret?: (view: unknown) => boolean;
  /** Whether everybody may look at what lies there now, such as cups that have just been lifted: then nothing covers it. */
  readonly shared?: (view: unknown) => boolean;
}

const looks = import.meta.glob<{ look: GameLook }>('./*/look.ts', { eager: true });
const stills = import.meta.glob<{ default: Component }>('./*/Still.svelte', { eager: true });
const views = import.meta.glob<{ view: GameView }>('./*/view.ts');

/** For games that bring no look: each has one of these, always the same. */
const FELTS = ['light-dark(#4d6b4a, #33482f)', 'light-dark(#2f6a6d, #1f4749)', 'light-dark(#6d4a63, #4a3143)', 'light-dark(#44598a, #2d3b5e)', 'light-dark(#7a4a3a, #523024)'];

export function lookOf(game: string): GameLook {
  return looks[`./${game}/look.ts`]?.look ?? { felt: FELTS[numberOf(game) % FELTS.length] ?? '' };
}

/** A picture of the game's best moment, if it brings one. */
export function stillOf(game: string): Component | undefined {
  return stills[`./${game}/Still.svelte`]?.default;
}

export async function viewOf(game: string): Promise<GameView> {
  return (await views[`./${game}/view.ts`]?.())?.view ?? {};
}
