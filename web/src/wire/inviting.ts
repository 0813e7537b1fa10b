/** Where friends get in. A link that means only one machine is never handed out. */
import type { HouseView } from '../protocol/http';

export interface Invitation {
  /** What links begin with, the best first. */
  readonly origins: readonly string[];
  /** Why there is none. */
  readonly why: '' | 'machine' | 'nowhere' | 'unknown';
}

/** Whether an address means whatever machine it is typed on. */
export function onlyHere(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/.test(hostname);
}

/** The address that brought us here works for others too, unless it means only this machine: then the house knows. */
export function invitation(origin: string, house: HouseView | undefined): Invitation {
  if (!onlyHere(origin)) return { origins: [origin], why: '' };
  const origins = house?.addresses.filter((each) => !onlyHere(each)) ?? [];
  if (origins.length) return { origins, why: '' };
  return { origins, why: house && house.reach !== 'network' ? house.reach : 'unknown' };
}
