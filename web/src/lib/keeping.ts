/** What this device remembers. One that keeps nothing forgets it when the page is closed; everything else works. */

export function recalled<Thing>(place: string, otherwise: Thing): Thing {
  try {
    const found = localStorage.getItem(place);
    return found === null ? otherwise : (JSON.parse(found) as Thing);
  } catch {
    return otherwise;
  }
}

export function remember(place: string, thing: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(thing));
  } catch {
    // then it lasts as long as the page
  }
}
