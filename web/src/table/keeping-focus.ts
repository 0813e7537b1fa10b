/** Focus stays where one plays: what had it may go with a move, and then the natural next thing to do has it. */

/** By meaning: what stands out among the choices, else what glows on the stage, else any choice there is. */
const NEXT = ['.first[data-choice]', '[data-stage] [data-choice]', '[data-choice]'] as const;

export class FocusKeeper {
  private last: Element | undefined;

  /** Something on the table got the focus. */
  readonly met = ({ target }: FocusEvent): void => {
    if (target instanceof Element) this.last = target;
  };

  /** What can be done has changed. Focus that is elsewhere, or nowhere by one's own choice, stays there. */
  keep(table: HTMLElement, waiting: HTMLElement): void {
    const now = document.activeElement;
    const lost = now === document.body && this.last !== undefined && !this.last.isConnected;
    if (!lost && now !== waiting) return;
    const next = NEXT.map((each) => table.querySelector<HTMLElement>(`${each}:enabled`)).find(Boolean);
    const to = next ?? waiting;
    if (to !== now) to.focus({ preventScroll: true });
  }
}
