/** Whether a line has gone dead although nobody has closed it. Pure: it is told the time. */

/** How often it is to be asked. */
export const ASK_MS = 500;
/** How much later than announced a ping may come; and how long a line may take to open. */
const SLACK_MS = 1500;
const OPENING_MS = 10_000;

export class Silence {
  private since: number;
  private asked: number;
  /** How long it may be quiet; unknown as long as the house has not said how often it pings. */
  private bearable: number | undefined;

  /** A line that is being opened. */
  constructor(now: number) {
    this.since = this.asked = now;
    this.bearable = OPENING_MS;
  }

  /** Something came; `every` is by when the next ping comes. A house that does not say so is trusted. */
  heard(now: number, every?: number): void {
    this.since = now;
    if (every !== undefined) this.bearable = every ? every + SLACK_MS : undefined;
  }

  /** Whether it has been quiet for too long. A device that slept knows nothing yet: what came meanwhile is still to be read. */
  broken(now: number): boolean {
    const slept = now - this.asked > 4 * ASK_MS;
    this.asked = now;
    if (slept) this.since = Math.max(this.since, now - (this.bearable ?? 0) / 2);
    return this.bearable !== undefined && now - this.since > this.bearable;
  }
}
