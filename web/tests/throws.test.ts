import { describe, expect, test, vi } from 'vitest';
import type { Place } from '../src/stage/camera';
import { about, rotated, times, type Turn } from '../src/stage/quaternion';
import { MOST, TRAY, chosen, cupAt, decoded, fallOf, insideAt, mirrored, poseAt, relabelled, sideUp, thrownFrom, type Throw } from '../src/stage/throws';
import { recorded, weight } from './recorded';

const FILES = new Map(Array.from({ length: MOST }, (_, i) => [i + 1, recorded(i + 1)]));
const THROWS = new Map([...FILES].map(([dice, file]) => [dice, decoded(file)]));
const NUMBERS = [...THROWS.keys()];
const of = (dice: number): Throw[] => THROWS.get(dice) ?? [];
const STEPS = (thrown: Throw): number[] => Array.from({ length: Math.ceil(thrown.length / (1000 / 60)) + 1 }, (_, i) => (i * 1000) / 60);

/** One turn for each side that can look up. */
const FACES: readonly Turn[] = [[0, -1, 0], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 0], [2, 0, 0]].map(([x = 0, y = 0, z = 0]) => {
  const angle = (Math.hypot(x, y, z) * Math.PI) / 4;
  return [Math.sign(x) * Math.sin(angle), Math.sign(y) * Math.sin(angle), z, Math.cos(angle)];
});

/** The lowest point of a die with round edges, over the felt. */
function lowest({ at, turn }: { at: Place; turn: Turn }): number {
  const reach = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].reduce((sum, axis) => sum + Math.abs(rotated(turn, axis as unknown as Place)[2]), 0);
  return at[2] - reach * 0.37 - 0.13;
}

/** How far two flat squares of a side are apart along the best of their edges; less than nothing where they overlap. */
function apart(a: { at: Place; turn: Turn }, b: { at: Place; turn: Turn }): number {
  const edges = [a, b].map(({ turn }) => [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotated(turn, axis as unknown as Place)).filter(([, , z]) => Math.abs(z) < 0.5));
  return Math.max(
    ...edges.flat().map(([x, y]) => {
      const reach = edges.map((own) => own.reduce((sum, [p, q]) => sum + Math.abs(p * x + q * y) / 2, 0));
      return Math.abs((a.at[0] - b.at[0]) * x + (a.at[1] - b.at[1]) * y) - (reach[0] ?? 0) - (reach[1] ?? 0);
    }),
  );
}

test('there is one file for each number of dice, small enough, with two dozen throws from the hand and as many from the cup', async () => {
  for (const [dice, file] of FILES) {
    expect(await weight(file), `${dice} dice`).toBeLessThanOrEqual(60_000);
    for (const kind of ['hand', 'cup']) expect(of(dice).filter((each) => each.kind === kind).length).toBeGreaterThanOrEqual(24);
    for (const each of of(dice)) expect(each.paths).toHaveLength(dice + (each.kind === 'cup' ? 1 : 0));
  }
});

test('a throw is worked out when it is shown, once, and not when its file comes: on a slow phone that is a second for all of them', () => {
  const roots = vi.spyOn(Math, 'sqrt'); // every turn needs one
  const throws = decoded(FILES.get(MOST) ?? new Uint8Array());
  const lengths = throws.map(({ kind, length }) => [kind, length]);
  expect(roots).not.toHaveBeenCalled();
  expect(lengths.every(([, length]) => Number(length) > 0)).toBe(true);
  const first = chosen(throws, 'hand', 1);
  const [worked, knots] = [roots.mock.calls.length, first.paths.flat().length];
  expect(worked).toBeGreaterThanOrEqual(knots);
  expect(worked).toBeLessThan(throws.length * knots / 4);
  expect(chosen(throws, 'hand', 1).paths).toEqual(first.paths);
  expect(roots.mock.calls.length).toBe(worked);
  roots.mockRestore();
});

/** What is wrong with any of the throws of so many dice: said in words, so that one look tells which. */
function faults(dice: number, look: (thrown: Throw, wrong: (what: string) => void) => void): string[] {
  const found: string[] = [];
  of(dice).forEach((thrown, i) => look(thrown, (what) => found.push(`${thrown.kind} ${i}: ${what}`)));
  return found;
}

describe.each(NUMBERS)('throws of %i', (dice) => {
  const numbers = Array.from({ length: dice }, (_, die) => die);

  test('take 0.8 to 1.4 seconds, show at least 20 pictures, and every turn is one', () => {
    const found = faults(dice, (thrown, wrong) => {
      if (thrown.length < 800 || thrown.length > 1400) wrong(`takes ${thrown.length} ms`);
      const pictures = new Set(STEPS(thrown).map((ms) => JSON.stringify(thrown.paths.map((_, body) => poseAt(thrown, body, ms)))));
      if (pictures.size < 20) wrong(`${pictures.size} pictures`);
      for (const { turn } of thrown.paths.flat()) if (Math.abs(Math.hypot(...turn) - 1) > 1e-9) wrong(`${turn.join()} is no turn`);
    });
    expect(found).toEqual([]);
  });

  test('end with every die flat on the felt, beside the others, inside the tray or the cup', () => {
    const found = faults(dice, (thrown, wrong) => {
      const ends = numbers.map((die) => poseAt(thrown, die, thrown.length));
      ends.forEach((end, i) => {
        const [x, y, z] = end.at;
        if (Math.abs(z - 0.5) > 1e-9) wrong(`die ${i} ends at height ${z}`);
        if (rotated(end.turn, sideUp(end.turn).up)[2] < 1 - 1e-9) wrong(`die ${i} is not flat`);
        if (thrown.kind === 'cup' ? Math.hypot(x, y) > thrown.cup.radius : Math.abs(x) > TRAY[0] - 0.4 || Math.abs(y) > TRAY[1] - 0.4) wrong(`die ${i} is outside`);
        // Edges are broken: what would overlap by less if they were sharp does not.
        ends.slice(0, i).forEach((other, j) => apart(end, other) < -0.09 && wrong(`dice ${i} and ${j} overlap by ${-apart(end, other)}`));
      });
    });
    expect(found).toEqual([]);
  });

  test('go nowhere below the felt and jump nowhere', () => {
    const found = faults(dice, (thrown, wrong) => {
      for (const die of numbers) {
        let before = poseAt(thrown, die, 0);
        for (const ms of STEPS(thrown)) {
          const pose = poseAt(thrown, die, ms);
          if (thrown.kind === 'hand' && lowest(pose) < -0.16) wrong(`die ${die} is at ${lowest(pose)} after ${ms} ms`);
          const far = Math.hypot(pose.at[0] - before.at[0], pose.at[1] - before.at[1], pose.at[2] - before.at[2]);
          if (far > 1.9) wrong(`die ${die} jumps by ${far} after ${ms} ms`);
          before = pose;
        }
      }
    });
    expect(found).toEqual([]);
  });

  test('sound in order, while they last, on what there is', () => {
    const found = faults(dice, ({ kind, impacts, length, paths }, wrong) => {
      if (impacts.length < 3) wrong('is silent');
      impacts.forEach((impact, i) => {
        if (impact.at < (impacts[i - 1]?.at ?? 0) || impact.at * 1000 > length + 100) wrong(`sounds after ${impact.at} s`);
        if (impact.body >= paths.length || impact.strength <= 0) wrong(`something unknown sounds`);
        if (impact.surface === (kind === 'cup' ? 'wood' : 'cup')) wrong(`sounds of ${impact.surface}`);
      });
      if (impacts.filter(({ body }) => body === dice).length !== (kind === 'cup' ? 1 : 0)) wrong('the cup is not set down once');
    });
    expect(found).toEqual([]);
  });

  test('land on every face that the house may draw, where the die is to lie', () => {
    const found = faults(dice, (thrown, wrong) => {
      FACES.forEach((_, number) => {
        const slots = numbers.map((die) => ({ id: `${die}`, size: 80, at: [die * 93 - 120, (die % 3) * 95, 40] as Place, turn: times(about(die * 0.4 - 0.3), FACES[(number + die) % 6] ?? [0, 0, 0, 1]) }));
        for (const played of [thrown, mirrored(thrown), thrownFrom(thrown, 2.5)]) {
          const { fall, length } = fallOf(played, slots);
          slots.forEach(({ id, at, turn }, die) => {
            const [last, after] = [fall(id, length - 1e-6), fall(id, length)];
            if (!last || after?.at !== at || after.turn !== turn) return wrong(`die ${id} does not end where it is to`);
            if (sideUp(last.turn).side !== (number + die) % 6) wrong(`die ${id} shows ${sideUp(last.turn).side}`);
            if (at.some((each, axis) => Math.abs(each - (last.at[axis] ?? 0)) > 0.05)) wrong(`die ${id} jumps at the end`);
            if (Math.abs(turn.reduce((sum, each, i) => sum + each * (last.turn[i] ?? 0), 0)) < 0.9999) wrong(`die ${id} turns at the end`);
          });
        }
      });
    });
    expect(found).toEqual([]);
  });
});

test('which throw is shown follows from the number of the happening alone, and each is shown, mirrored too', () => {
  for (const dice of NUMBERS) {
    const shown = (): string[] => Array.from({ length: 400 }, (_, seq) => JSON.stringify(chosen(of(dice), 'hand', seq).paths[0]));
    expect(shown()).toEqual(shown());
    expect(new Set(shown()).size).toBe(48);
  }
});

test('the way of a die tells nothing of what it will show', () => {
  const slots = (face: number): { id: string; at: Place; turn: Turn; size: number }[] => [0, 1, 2].map((die) => ({ id: `${die}`, at: [die * 90, 0, 40], turn: times(about(0.05 * die), FACES[face] ?? [0, 0, 0, 1]), size: 80 }));
  for (const seq of [1, 2, 3, 4, 5]) {
    const thrown = chosen(of(3), 'hand', seq);
    const falls = FACES.map((_, face) => fallOf(thrown, slots(face)));
    for (const ms of STEPS(thrown)) {
      const places = falls.map(({ fall }) => JSON.stringify(['0', '1', '2'].map((id) => fall(id, ms / 1000)?.at)));
      expect(new Set(places).size).toBe(1);
    }
  }
});

test('faces sit on the body in one of 24 ways, and at most an eighth of a turn is left', () => {
  for (const end of FACES) {
    for (const wanted of FACES) {
      const { sides, yaw } = relabelled(times(about(0.7), end), wanted);
      expect(sideUp(times(times(about(0.7), end), sides)).side).toBe(sideUp(wanted).side);
      expect(Math.abs(yaw)).toBeLessThanOrEqual(Math.PI / 4 + 1e-9);
    }
  }
});

test('a cup comes from the hand, mouth up, and ends standing on its mouth where the cup of the stage stands', () => {
  const cup = { at: [200, -100, 60], width: 130, height: 120 } as const;
  for (const dice of NUMBERS) {
    for (const thrown of of(dice).filter(({ kind }) => kind === 'cup')) {
      const [first, last] = [cupAt(thrown, cup, 0), cupAt(thrown, cup, thrown.length / 1000)];
      expect(rotated(first?.turn ?? [0, 0, 0, 1], [0, 0, 1])[2]).toBeLessThan(-0.5);
      expect(rotated(last?.turn ?? [1, 0, 0, 0], [0, 0, 1])[2]).toBeCloseTo(1, 3);
      for (const axis of [0, 1, 2] as const) expect(last?.at[axis]).toBeCloseTo(cup.at[axis], 3);
    }
  }
  expect(cupAt(of(3).find(({ kind }) => kind === 'hand') as Throw, cup, 0)).toBeUndefined();
});

test('the dice of a cup stay inside it, however it is shaken', () => {
  const cup = { at: [200, -100, 60], width: 130, height: 120 } as const;
  const outside: string[] = [];
  for (const thrown of of(3).filter(({ kind }) => kind === 'cup')) {
    for (let seconds = 0; seconds <= thrown.length / 1000; seconds += 0.04) {
      const middle = cupAt(thrown, cup, seconds);
      if (!middle) throw new Error('no cup');
      const [a, b, c, w] = middle.turn;
      for (let die = 0; die < 3; die += 1) {
        const { at, size } = insideAt(thrown, die, cup, seconds);
        const [x, y, z] = rotated([-a, -b, -c, w], [at[0] - middle.at[0], at[1] - middle.at[1], at[2] - middle.at[2]]);
        if (Math.hypot(x, y) + size / 2 > cup.width / 2 || z > cup.height / 2 - size / 4) outside.push(`die ${die} after ${seconds} s: ${x} ${y} ${z}`);
      }
    }
  }
  expect(outside).toEqual([]);
});
