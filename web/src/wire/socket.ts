/** One socket to one table, which comes back by itself after it was lost. */
import type { ClientMessage, HouseMessage } from '../protocol/socket';
import { ASK_MS, Silence } from './silence';

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;

export interface Subscriber {
  /** What to say first, on every new connection. */
  hello(): ClientMessage;
  heard(message: HouseMessage): void;
  opened(): void;
  /** `final`: there is no use in trying again. */
  lost(final: boolean, why: string): void;
  /** The house speaks another version than this page. Whether there will be another page in a moment. */
  outdated(): boolean;
}

/** What carries messages to a house and back. */
export interface Connection {
  /** True if it went out; false while the connection is lost. */
  say(message: ClientMessage): boolean;
  /** Starts over: what was seen is said in `hello`. */
  renew(): void;
  close(): void;
}

export class TableSocket implements Connection {
  private socket: WebSocket | undefined;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private silence = new Silence(performance.now());
  private readonly watch: ReturnType<typeof setInterval>;

  constructor(
    private readonly address: string,
    private readonly subscriber: Subscriber,
  ) {
    this.open();
    this.watch = setInterval(this.listen, ASK_MS);
    if (typeof addEventListener !== 'undefined') addEventListener('online', this.again);
  }

  say(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  renew(): void {
    this.drop();
    this.open();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.watch);
    this.drop();
    if (typeof removeEventListener !== 'undefined') removeEventListener('online', this.again);
  }

  private readonly again = (): void => {
    if (!this.closed && this.socket?.readyState !== WebSocket.OPEN) this.renew();
  };

  /** A connection that nobody has closed may be dead all the same: then it is lost, and another is tried. */
  private readonly listen = (): void => {
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED || !this.silence.broken(performance.now())) return;
    this.subscriber.lost(false, '');
    this.renew();
  };

  private drop(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.silence = new Silence(performance.now());
    let final = false;
    let why = '';
    let wait: number | undefined;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.subscriber.hello()));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data) as HouseMessage;
      this.silence.heard(performance.now(), message.type === 'ping' ? (message.every || 0) : undefined);
      if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong', id: message.id }));
      if (message.type === 'welcome') {
        this.pause = FIRST_PAUSE;
        this.subscriber.opened();
      }
      if (message.type === 'bye' && message.code === 'protocol' && this.subscriber.outdated()) {
        this.close();
        return;
      }
      if (message.type === 'bye') {
        final = message.again === null;
        wait = message.again ?? undefined;
        why = message.why;
      }
      this.subscriber.heard(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.closed) return;
      this.subscriber.lost(final, why);
      if (final) return;
      this.timer = setTimeout(() => this.open(), wait ?? this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }
}
