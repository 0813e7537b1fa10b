/** The house's HTTP side: setting tables up, and what is there beside the play. */
import { settings } from '../lib/settings.svelte';
import { t } from '../words/words.svelte';
import type { DeviceLink, DrawsView, GameInfo, HouseView, LessonView, ListedTable, NewTable, TableOpened, Rematch, ReviewFound, ReviewView, SaltOpening, SaltPromised, SeatTaken, StepView, Summary, TablePage, ThrowTyped, Verification } from '../protocol/http';

export type { GameInfo, ListedTable, StepView, ThrowTyped } from '../protocol/http';

export type Hints = NonNullable<NewTable['hints']>;

export function socketAddress(table: string): string {
  return `${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/play`;
}

export function recordAddress(table: string): string {
  return `/api/tables/${table}/record`;
}

/** Something the house would not do, in its own words. */
export class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    why: string,
    /** The house rule that is to blame, where one is. */
    readonly option = '',
  ) {
    super(why);
  }
}

async function asked<Answer>(method: 'GET' | 'POST', path: string, body?: unknown, tokens: readonly string[] = []): Promise<Answer> {
  const headers: Record<string, string> = { 'accept-language': settings.language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (tokens.length) headers['authorization'] = `Bearer ${tokens.join(',')}`;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new RefusedRequest(0, t('trouble.house'));
  }
  const said: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (!answer.ok) {
    const { why = t('trouble.house'), option = '' } = (said ?? {}) as { why?: string; option?: string };
    throw new RefusedRequest(answer.status, why, option);
  }
  return said as Answer;
}

/** So many steps come at a time. */
const STEPS_PAGE = 1000;
const known = new Map<string, Promise<GameInfo[]>>();

/** Every game that can be played here, in the looker's language. */
export function games(): Promise<GameInfo[]> {
  const { language } = settings;
  let found = known.get(language);
  if (!found) {
    found = asked<GameInfo[]>('GET', '/games');
    found.catch(() => known.delete(language));
    known.set(language, found);
  }
  return found;
}

/** The lesson of a game. */
export function lesson(game: string): Promise<LessonView> {
  return asked('GET', `/games/${encodeURIComponent(game)}/lesson?dice=parts`);
}
/** How others get into this house. */
export function house(): Promise<HouseView> {
  return asked('GET', '/house');
}
export async function publicTables(): Promise<readonly ListedTable[]> {
  return (await asked<TablePage>('GET', '/tables?stage=playing&limit=12')).tables;
}
export function open(table: NewTable): Promise<TableOpened> {
  return asked('POST', '/tables', { ...table, language: settings.language });
}
/** `promise`: of words that this device adds to the dice. */
export function sit(table: string, name: string, promise: string | null, seat: number | null = null): Promise<SeatTaken> {
  return asked('POST', `/tables/${table}/seats`, { name, seat, promise });
}
export function sitBot(table: string, tokens: readonly string[], level: string, seat: number | null = null): Promise<unknown> {
  return asked('POST', `/tables/${table}/bots`, { seat, level }, tokens);
}
/** Sends somebody away. `open`: while the game is on, anybody may take the seat over. */
export function remove(table: string, tokens: readonly string[], seat: number, open = false): Promise<unknown> {
  return asked('POST', `/tables/${table}/remove`, { seat, open }, tokens);
}
export function mute(table: string, tokens: readonly string[], seat: number, muted: boolean): Promise<unknown> {
  return asked('POST', `/tables/${table}/mute`, { seat, muted }, tokens);
}
export function handOn(table: string, tokens: readonly string[], seat: number): Promise<unknown> {
  return asked('POST', `/tables/${table}/host`, { seat }, tokens);
}
export function promiseSalt(table: string, tokens: readonly string[], seat: number, promise: string): Promise<SaltPromised> {
  return asked('POST', `/tables/${table}/salts`, { seat, promise }, tokens);
}
export function openSalt(table: string, tokens: readonly string[], seat: number, text: string, nonce: string): Promise<unknown> {
  return asked('POST', `/tables/${table}/salts/open`, { seat, text, nonce }, tokens);
}
export function throws(table: string): Promise<ThrowTyped[]> {
  return asked('GET', `/tables/${table}/throws?dice=parts`);
}
/** The host starts. `without`: whoever of these is away, nobody waits for the words that they promised. */
export function start(table: string, tokens: readonly string[], salts: readonly SaltOpening[], without: readonly number[], promises: readonly string[] | null = null): Promise<unknown> {
  return asked('POST', `/tables/${table}/start`, { salts, without, promises }, tokens);
}
/** What needs no further words: `pause`, `continue`, `end`. */
export function deed(table: string, tokens: readonly string[], what: 'pause' | 'continue' | 'end'): Promise<unknown> {
  return asked('POST', `/tables/${table}/${what}`, undefined, tokens);
}
export function seatDeed(table: string, tokens: readonly string[], seat: number, what: 'leave' | 'return'): Promise<unknown> {
  return asked('POST', `/tables/${table}/seats/${seat}/${what}`, undefined, tokens);
}
/** A link for another device: it works once, and for some minutes. */
export function otherDevice(table: string, tokens: readonly string[], seat: number): Promise<DeviceLink> {
  return asked('POST', `/tables/${table}/seats/${seat}/device`, undefined, tokens);
}
/** Takes the seat of a link along to this device. */
export function takeAlong(table: string, token: string): Promise<SeatTaken> {
  return asked('POST', `/tables/${table}/device`, { token });
}
/** A new token for a seat; all others that opened it are void. */
export function endOthers(table: string, tokens: readonly string[], seat: number): Promise<SeatTaken> {
  return asked('POST', `/tables/${table}/seats/${seat}/alone`, undefined, tokens);
}
export function look(table: string, tokens: readonly string[]): Promise<Summary> {
  return asked('GET', `/tables/${table}`, undefined, tokens);
}
export async function rematch(table: string, tokens: readonly string[]): Promise<string> {
  return (await asked<Rematch>('POST', `/tables/${table}/rematch`, undefined, tokens)).table;
}
/** The rules card under the table's own house rules. */
export function card(table: string): Promise<GameInfo['card']> {
  return asked('GET', `/tables/${table}/card`);
}
export function verify(table: string): Promise<Verification> {
  return asked('GET', `/tables/${table}/verification`);
}
/** How often, and after how long, something is asked again that the house had no time for just then. */
const TRIES = 20;
const PAUSE_MS = 1000;

/** A long game is dear to look back at, and the house lets nobody have all of it at once: then it is asked again. */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RefusedRequest) || error.status !== 429 || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
/** What was drawn in a game that is over, and what each number means. */
export function draws(table: string): Promise<DrawsView> {
  return asked('GET', `/tables/${table}/draws`);
}
/** The record of a game that is over, as it is written. */
export async function record(table: string): Promise<string> {
  const answer = await fetch(recordAddress(table)).catch(() => undefined);
  if (!answer?.ok) throw new RefusedRequest(answer?.status ?? 0, t('trouble.house'));
  return answer.text();
}
/** All steps of a game that is over; the house tells them in pages. */
export async function steps(table: string): Promise<StepView[]> {
  const all: StepView[] = [];
  for (;;) {
    const page = await asked<StepView[]>('GET', `/tables/${table}/steps?dice=parts&after=${all.length}`);
    all.push(...page);
    if (page.length < STEPS_PAGE) return all;
  }
}
/** How long to wait before asking again how far a review is. */
const AGAIN_MS = 700;

/** A game that is over, looked at again. It is worked out when it is first asked for: `told` hears how far it is. */
export async function review(table: string, told: (done: number) => void, gone: AbortSignal): Promise<ReviewFound> {
  for (;;) {
    const { done, found } = await asked<ReviewView>('GET', `/tables/${table}/review?dice=parts`);
    gone.throwIfAborted();
    if (found) return found;
    told(done);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    gone.throwIfAborted();
  }
}
