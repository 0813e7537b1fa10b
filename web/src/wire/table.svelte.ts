/** A table as this page knows it: what is there, what was told, and what can be asked of the house. */
import { Gap, after, type Known } from './following';
import { forgetSeats, tokensAt } from './seats';
import { reloadOnce, reloaded } from './reloading';
import { noteSeen } from './seen';
import { Throws } from '../stage/falling.svelte';
import { Showing } from '../stage/showing.svelte';
import type { Connection, Subscriber } from './socket';
import { PROTOCOL, type ClientMessage, type HouseMessage } from '../protocol/socket';
import type { Move } from './following';
import type { Sentence } from '../words/sentences';
import type { Language } from '../words/words.svelte';

type Numberless<Message> = Message extends { id: number } ? Omit<Message, 'id'> : never;
/** What a client may ask, without the number that the answer will carry. */
type Asking = Numberless<ClientMessage>;

export interface Refusal {
  readonly rule: string;
  readonly why: Sentence;
}

type Advice = Extract<HouseMessage, { type: 'advice' }>;
type OtherDevice = Extract<HouseMessage, { type: 'ping' }>['others'];
type ConnectionState = 'opening' | 'open' | 'lost' | 'gone';

export class Table {
  known: Known | undefined = $state.raw();
  connection: ConnectionState = $state('opening');
  /** Whether the connection was lost and is back. */
  returned = $state(false);
  refusal: Refusal | undefined = $state();
  /** What the looker's moves are worth, where the house was asked in this position. */
  advice: Advice | undefined = $state.raw();
  hinting = $state(false);
  /** How many look on without a seat. */
  watching = $state(0);
  /** Who is not there, and for how many milliseconds, by their seats. */
  away: Readonly<Record<string, number>> = $state.raw({});
  /** Which bots have perfect play worked out before they decide, by their seats, and which part of that is done. */
  working: Readonly<Record<string, number>> = $state.raw({});
  /** Who else plays for the seats of this device. */
  others: NonNullable<OtherDevice> = $state.raw([]);
  /** Why the house closed the table for us. */
  farewell = $state('');
  /** Table time minus this device's. */
  private ahead = 0;
  private asked = 0;
  private wanted: number | null | undefined;
  /** Whether the story is to be told from its beginning. */
  private anew = false;
  readonly throws = new Throws();
  /** What of it is shown just now. */
  readonly showing = new Showing(
    () => this.now(),
    (thrown) => this.throws.lengthOf(thrown),
  );
  private readonly socket: Connection;
  private readonly answers = new Map<number, (fine: boolean) => void>();

  constructor(
    readonly id: string,
    private readonly language: Language,
    connect: (subscriber: Subscriber) => Connection,
  ) {
    this.socket = connect({
      hello: () => this.hello(),
      heard: (message) => this.heard(message),
      outdated: reloadOnce,
      opened: () => {
        reloaded();
        this.returned = this.connection === 'lost';
        this.connection = 'open';
      },
      lost: (final, why) => {
        this.connection = final ? 'gone' : 'lost';
        this.farewell = why;
        this.settle(false);
      },
    });
  }

  /** The table's time now. */
  now(): number {
    return Math.round(performance.now() + this.ahead);
  }

  play(move: Move): Promise<boolean> {
    return this.seated((seat) => this.playFor(seat, move));
  }

  /** A move of any seat of this device, made at a time of the table. */
  playFor(seat: number, move: Move, at = this.now()): Promise<boolean> {
    return this.ask({ type: 'play', seat, move, ...(this.known?.position?.live ? { at } : {}) });
  }

  undo(): Promise<boolean> {
    return this.seated((seat) => this.ask({ type: 'undo', seat }));
  }

  /** Asks the house what each move of the looker's is worth. */
  async hint(): Promise<void> {
    this.hinting = true;
    await this.seated((seat) => this.ask({ type: 'hint', seat }));
    this.hinting = false;
  }

  throw(faces: readonly string[]): Promise<boolean> {
    return this.ask({ type: 'throw', faces: [...faces] });
  }

  object(): Promise<boolean> {
    return this.seated((seat) => this.ask({ type: 'object', seat }));
  }

  /** The host puts an earlier throw of real dice right. */
  correct(entry: number, faces: readonly string[]): Promise<boolean> {
    return this.ask({ type: 'correct', entry, faces: [...faces] });
  }

  chat(text: string): Promise<boolean> {
    return this.ask({ type: 'chat', seat: this.known?.looking ?? null, text });
  }

  /** Another seat of this device looks at the screen; what the one before could see is forgotten first. */
  look(seat: number | null): void {
    this.wanted = seat;
    this.known = undefined;
    this.socket.renew();
  }

  /** The same where nobody has anything to hide: the picture stays until the new one is there. */
  turnTo(seat: number): void {
    this.wanted = seat;
    this.anew = true;
    this.renewWhenAnswered();
  }

  /** Connects anew, for instance because this device got a seat. */
  renew(): void {
    this.known = undefined;
    this.socket.renew();
  }

  close(): void {
    this.showing.close();
    this.socket.close();
    this.settle(false);
  }

  private seated(deed: (seat: number) => Promise<boolean>): Promise<boolean> {
    const seat = this.known?.looking ?? null;
    return seat === null ? Promise.resolve(false) : deed(seat);
  }

  private ask(message: Asking): Promise<boolean> {
    this.refusal = undefined;
    const id = ++this.asked;
    if (!this.socket.say({ ...message, id })) return Promise.resolve(false);
    return new Promise((resolve) => this.answers.set(id, resolve));
  }

  private hello(): ClientMessage {
    const looking = this.wanted === undefined ? {} : { looking: this.wanted };
    return {
      type: 'hello',
      protocol: PROTOCOL,
      tokens: [...tokensAt(this.id)],
      seen: this.anew ? 0 : (this.known?.seq ?? 0),
      language: this.language,
      marks: true,
      ...looking,
    };
  }

  private heard(message: HouseMessage): void {
    if (message.type === 'done' || message.type === 'refused' || message.type === 'advice') this.answered(message);
    if (message.type === 'advice' && message.seq === this.known?.seq) this.advice = message;
    if (message.type === 'welcome' || message.type === 'news') this.advice = undefined;
    if (message.type === 'ping') {
      this.ahead = message.now - performance.now();
      this.watching = message.watching;
      this.away = message.away ?? {};
      this.working = message.working ?? {};
      this.others = message.others ?? [];
    }
    if (message.type === 'welcome') this.anew = false;
    if ((message.type === 'welcome' || message.type === 'news') && message.position) {
      this.ahead = message.position.clock.now - performance.now();
    }
    if (message.type === 'welcome') noteSeen(this.id, message.missed);
    if (message.type === 'news') noteSeen(this.id, message.happenings);
    try {
      const before = this.known;
      if (message.type === 'welcome' && before?.yours.length && !message.yours.length && !message.host) forgetSeats(this.id); // they open nothing any more
      this.known = after(before, message);
      this.showing.heard(before, message, this.known);
    } catch (trouble) {
      if (!(trouble instanceof Gap)) throw trouble;
      this.socket.renew();
    }
  }

  private answered(message: Extract<HouseMessage, { type: 'done' | 'refused' | 'advice' }>): void {
    if (message.type === 'refused') this.refusal = { rule: message.rule, why: message.why };
    if (message.id === null) return;
    this.answers.get(message.id)?.(message.type !== 'refused');
    this.answers.delete(message.id);
    this.renewWhenAnswered();
  }

  /** What was asked on the old connection is answered there first. */
  private renewWhenAnswered(): void {
    if (this.anew && !this.answers.size) this.socket.renew();
  }

  private settle(fine: boolean): void {
    for (const answer of this.answers.values()) answer(fine);
    this.answers.clear();
  }
}
