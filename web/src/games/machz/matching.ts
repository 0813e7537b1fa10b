/** Which die of the object set each matched die stands for. */

/** For every die of the object set, from the left: the place of its match among the locked dice, or nothing. */
export function matches(objectSet: readonly string[], locked: readonly string[]): (number | undefined)[] {
  const free = locked.map((colour, place) => ({ colour, place }));
  return objectSet.map((colour) => {
    const found = free.findIndex((die) => die.colour === colour);
    return found < 0 ? undefined : free.splice(found, 1)[0]?.place;
  });
}
