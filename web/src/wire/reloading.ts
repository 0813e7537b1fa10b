/** A page that is older or newer than its house loads itself anew: once, and its seats are kept with the device. */

const MARK = 'knobel.reloaded';

/** Loads the page anew, unless it has just done so: whether it does. Where that cannot be remembered, it does not. */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(MARK)) return false;
    sessionStorage.setItem(MARK, '1');
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Page and house understand each other: the next time that they do not, it may be tried again. */
export function reloaded(): void {
  try {
    sessionStorage.removeItem(MARK);
  } catch {
    // nothing was remembered either
  }
}
