/** Something that the house may refuse: whether it is under way, and why it was refused. */

export function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class Trying {
  trouble = $state('');
  busy = $state(false);

  /** Tries it; whether it was done. */
  async now(deed: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.trouble = '';
    try {
      await deed();
    } catch (error) {
      this.trouble = whyOf(error);
    }
    this.busy = false;
    return !this.trouble;
  }
}
