/** Opening tables: against bots at once, with friends, on one device, with real dice. */
import { stillOf } from '../games/games';
import { go } from '../lib/route.svelte';
import { settings } from '../lib/settings.svelte';
import * as api from '../wire/api';
import type { Held } from '../lib/salts';
import { Sealed, startOpening } from '../wire/salting';
import { keepSeats } from '../wire/seats';
import { t } from '../words/words.svelte';

export interface Wish {
  readonly game: api.GameInfo;
  readonly preset: string;
  /** House rules that differ from the preset. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly bots: number;
  readonly level: string;
  readonly dice: 'fair' | 'real';
  readonly public: boolean;
  readonly moveSeconds: number | null;
  /** To whom the house says what moves are worth. */
  readonly hints: api.Hints;
  /** Everybody sits at this device. */
  readonly passed: boolean;
  /** Starts at once; else friends come first. */
  readonly start: boolean;
}

/** One click: a table against bots, begun. */
export function playNow(game: api.GameInfo): Promise<void> {
  return openTable({
    game,
    preset: game.offered,
    options: {},
    names: [settings.name || t('new.name.default')],
    bots: Math.max(1, game.least - 1),
    level: game.first,
    dice: 'fair',
    public: false,
    moveSeconds: null,
    hints: 'alone',
    passed: false,
    start: true,
  });
}

/** Opens a table as wished, sits down, keeps the tokens, and goes there. */
export async function openTable(wish: Wish): Promise<void> {
  const opened = await api.open({
    game: wish.game.name,
    preset: wish.preset,
    options: wish.options,
    dice: wish.dice,
    public: wish.public,
    move_seconds: wish.moveSeconds,
    hints: wish.hints,
  });
  const tokens = [opened.token];
  const salts: Held[] = [];
  for (const name of wish.names) {
    const sealed = wish.dice === 'fair' ? new Sealed() : undefined;
    const got = await api.sit(opened.table, name, sealed?.promise ?? null);
    tokens.push(got.token);
    if (sealed) salts.push(sealed.keep(opened.table, got.seat, opened.promise));
  }
  keepSeats({ table: opened.table, game: wish.game.name, title: wish.game.title, tokens, passed: wish.passed && wish.names.length > 1, on: Date.now() });
  for (let bot = 0; bot < wish.bots; bot += 1) await api.sitBot(opened.table, tokens, wish.level);
  if (wish.start) await startOpening(opened.table, tokens, salts);
  go(`/table/${opened.table}`);
}

/** The games of the house before those that others have added: they bring a picture of their own. */
export function houseFirst(games: readonly api.GameInfo[]): readonly api.GameInfo[] {
  const brought = (game: api.GameInfo): number => (stillOf(game.name) ? 0 : 1);
  return games.toSorted((one, other) => brought(one) - brought(other));
}
