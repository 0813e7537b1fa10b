/** A lesson in the place of a line to a table: it hears the learner's moves and answers as the house has written it down. */
import type { HouseMessage, Position } from '../protocol/socket';
import type { ClientMessage } from '../protocol/socket';
import type { LessonPart, LessonView } from '../protocol/http';
import { partsOf, type Sentence } from '../words/sentences';
import type { Connection, Subscriber } from './socket';
import type { Move } from './following';

/** What the lesson says when something else is tried than it asks for. */
type Kindly = (wanted: Sentence) => Sentence;
/** How often it is asked whether everything has been seen. */
const ASK_MS = 60;

/** Whether a move is the one that was asked for: whoever leaves something out means the usual. A word may be typed small. */
export function isWanted(wanted: Move | null, made: Move): boolean {
  const alike = (one: unknown, other: unknown): boolean => JSON.stringify(one).toLowerCase() === JSON.stringify(other).toLowerCase();
  return wanted !== null && Object.entries(made).every(([name, value]) => alike(value, wanted[name] ?? null));
}

export class LessonConnection implements Connection {
  lesson: LessonView | undefined = $state.raw();
  /** Which part it is at. */
  at = $state(0);
  private seq = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    loading: Promise<LessonView>,
    private readonly subscriber: Subscriber,
    /** Whether all that came has been seen. */
    private readonly seen: () => boolean,
    private readonly kindly: Kindly,
  ) {
    loading.then(
      (lesson) => {
        this.lesson = lesson;
        this.renew();
      },
      (trouble: unknown) => this.subscriber.lost(true, trouble instanceof Error ? trouble.message : ''),
    );
  }

  get part(): LessonPart | undefined {
    return this.lesson?.parts[this.at];
  }
  get over(): boolean {
    return this.lesson !== undefined && this.at >= this.lesson.parts.length - 1;
  }

  /** From the beginning. */
  renew(): void {
    if (!this.lesson) return;
    clearTimeout(this.timer);
    const { welcome } = this.lesson;
    this.seq = welcome.seq;
    this.subscriber.opened();
    this.subscriber.heard({ ...welcome, position: welcome.position && stamped(welcome.position) });
    this.enter(0);
  }

  say(message: ClientMessage): boolean {
    if (message.type !== 'play' || !this.part) return false;
    const { id, move } = message;
    queueMicrotask(() => this.answer(id, move)); // as of any house, the answer comes when the question is out
    return true;
  }

  /** It was read. */
  next(): void {
    if (this.part?.asks === 'next' && !this.over) this.happen(this.part);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private answer(id: number, move: Move): void {
    const { part } = this;
    if (part?.asks === 'move' && isWanted(part.wanted, move)) {
      this.subscriber.heard(part.refused ? { ...part.refused, id } : { type: 'done', id, seq: this.seq });
      this.happen(part);
    } else this.subscriber.heard({ type: 'refused', id, code: 'lesson', rule: '', why: this.kindly(part?.label ?? '') });
  }

  private happen(part: LessonPart): void {
    const now = Math.round(performance.now());
    const position = stamped((this.lesson?.parts[this.at + 1] ?? part).position);
    const happenings = part.happenings.map((each) => (each.what.type === 'moved' ? { ...each, what: { ...each.what, at: now } } : each));
    this.seq = happenings.at(-1)?.seq ?? this.seq;
    const picture: HouseMessage | undefined = this.lesson && { ...this.lesson.welcome, seq: this.seq, position };
    if (happenings.length) this.subscriber.heard({ type: 'news', happenings, position });
    else if (picture) this.subscriber.heard(picture);
    this.enter(this.at + 1);
  }

  private enter(at: number): void {
    this.at = at;
    if (this.part?.asks === 'nothing') this.whenSeen(this.part);
  }

  private whenSeen(part: LessonPart): void {
    this.timer = setTimeout(() => {
      if (this.seen()) this.happen(part);
      else this.whenSeen(part);
    }, ASK_MS);
  }
}

/** A lesson has the learner's time: its clock is this device's, and nothing in it runs out. */
function stamped(position: Position): Position {
  return { ...position, clock: { ...position.clock, now: Math.round(performance.now()), alarm: null } };
}

export function firstThis(first: string): Kindly {
  return (wanted) => [first, ' ', ...partsOf(wanted)];
}
