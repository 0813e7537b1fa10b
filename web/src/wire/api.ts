/** The house's HTTP side: setting tables up, and what is there beside the play. */
import type { Wish } from '../home/opening';
import { t } from '../words/words.svelte';

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly tagline: string;
  readonly least: number;
  readonly most: number;
  readonly offered: string;
  readonly presets: readonly (readonly [name: string, label: string])[];
  readonly players: readonly string[];
  readonly secret: boolean;
}

export interface Rulebook {
  readonly rules: Readonly<Record<string, string>>;
}

export interface Listed {
  readonly table: string;
  readonly game: string;
  readonly names: readonly string[];
}

export function socketAddress(table: string): string {
  return `${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/socket`;
}

export function recordAddress(table: string): string {
  return `/api/tables/${table}/record`;
}

async function asked<Answer>(method: string, path: string, body?: unknown, tokens: readonly string[] = []): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(tokens.length ? { authorization: `Bearer ${tokens.join(',')}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error(t('trouble.house'));
  }
  const said: unknown = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error((said as { why?: string }).why ?? t('trouble.house'));
  return said as Answer;
}

export function games(language: string): Promise<GameInfo[]> {
  return asked('GET', `/games?language=${language}`);
}
export function rulesOf(game: string, language: string): Promise<Rulebook> {
  return asked('GET', `/games/${game}/rules?language=${language}`);
}
export function publicTables(): Promise<Listed[]> {
  return asked('GET', '/tables');
}
export function open(wish: Wish): Promise<{ table: string; token: string }> {
  return asked('POST', '/tables', { game: wish.game.name });
}
export function sit(table: string, name: string, seat?: number): Promise<{ seat: number; token: string }> {
  return asked('POST', `/tables/${table}/seats`, { name, seat });
}
export function sitBot(table: string, tokens: readonly string[], seat: number | null, level = ''): Promise<unknown> {
  return asked('POST', `/tables/${table}/bots`, { seat, level }, tokens);
}
export function start(table: string, tokens: readonly string[]): Promise<unknown> {
  return asked('POST', `/tables/${table}/start`, {}, tokens);
}
export function host(table: string, tokens: readonly string[], deed: object): Promise<unknown> {
  return asked('POST', `/tables/${table}/host`, deed, tokens);
}
export async function rematch(table: string, tokens: readonly string[]): Promise<string> {
  return (await asked<{ table: string }>('POST', `/tables/${table}/rematch`, {}, tokens)).table;
}
export function verify(table: string, language: string): Promise<{ fair: boolean | null; why: string }> {
  return asked('GET', `/tables/${table}/verify?language=${language}`);
}
