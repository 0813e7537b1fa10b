/** Whether a device is being shaken, by what it feels. Pure: it is told the time. */

const HARD = 14;
const SWINGS = 3;
const WITHIN_MS = 900;
const REST_MS = 1500;

export class Shaking {
  private swings: number[] = [];
  private rested = 0;
  private before = 0;

  /** What the device feels along an axis, in m/s² without gravity; whether this completes a shake. */
  felt(now: number, along: number): boolean {
    if (Math.abs(along) < HARD || Math.sign(along) === Math.sign(this.before) || now < this.rested) return false;
    this.before = along;
    this.swings = [...this.swings.filter((at) => now - at < WITHIN_MS), now];
    if (this.swings.length < SWINGS) return false;
    this.swings = [];
    this.before = 0;
    this.rested = now + REST_MS;
    return true;
  }
}
