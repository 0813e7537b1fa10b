/** What lies where: from a scene and the game's stage, every thing with its id, its place and its size. Pure. */
import type { LaidDie } from '../dice/faces';
import type { Layout, Piece, Region, Stage } from '../protocol/http';
import type { SceneGroup, SceneView } from '../protocol/socket';
import { cameraOf, seen, under, type Camera, type Place } from './camera';
import { FLAT, type Pose, type Turn } from './quaternion';
import { LIFTED } from './shown';

interface Lying {
  readonly id: string;
  /** Where its middle is seen. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface DieThing extends Lying {
  readonly kind: 'die';
  readonly die: LaidDie;
  /** Where its middle is in the world. */
  readonly at: Place;
  readonly turn: Turn;
  /** Whether it stands on another. */
  readonly on?: boolean;
  /** Whether it waits, and shows nothing. */
  readonly waiting?: boolean;
}
/** Pieces on top of each other. */
export interface PileThing extends Lying {
  readonly kind: 'pile';
  /** What it stands for. */
  readonly amount: number;
  readonly stacks: readonly { readonly colour: string; readonly square: boolean; readonly count: number; readonly x: number; readonly y: number }[];
}
/** A cup (over its dice, or beside them), a bag, the tower's plate, or the mark of an empty place. */
export interface HolderThing extends Lying {
  readonly kind: 'cup' | 'bag' | 'plate' | 'slot';
}
export type Thing = DieThing | PileThing | HolderThing;

/** Words on the stage. */
export interface Label {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly group: SceneGroup;
  readonly written: Region['written'];
  readonly mark: string;
  /** How wide it may be. */
  readonly width: number;
  /** Whether there is room for a number at most. */
  readonly brief: boolean;
  /** What it is of keeps clear of it: where it needs more lines, this is where they go. */
  readonly grows: 'up' | 'down' | '';
}
/** Where somebody sits: their name stands there. */
export interface SeatSpot {
  readonly seat: number;
  readonly own: boolean;
  readonly x: number;
  readonly y: number;
  /** How wide the name may be. */
  readonly width: number;
}
/** What belongs together, in reading order. */
export interface Laid {
  readonly group: SceneGroup;
  readonly seat: number | null;
  readonly things: readonly Thing[];
}
export interface Picture {
  readonly camera: Camera;
  readonly layout: Layout;
  readonly laid: readonly Laid[];
  /** Everything that is drawn: what is named in the scene, and what stands there anyway. */
  readonly things: readonly Thing[];
  readonly labels: readonly Label[];
  readonly spots: readonly SeatSpot[];
}

/** What a game's own page adds to a scene. */
export interface Extra {
  /** Groups whose dice are still under their cup, although the looker may see them. */
  readonly covered?: ReadonlySet<string>;
  /** Dice that are just being thrown: who throws them from a cup does not see them yet either. */
  readonly thrown?: ReadonlySet<string> | undefined;
  /** Whether those lie by now: then whatever has left its cup is seen. */
  readonly landed?: boolean;
  /** For dice that stand on a tower: how, in dice from the middle of the plate. */
  readonly poses?: ReadonlyMap<string, Pose>;
  /** Groups that the scene does not tell as dice. */
  readonly instead?: ReadonlyMap<string, readonly LaidDie[]>;
  /** Numbers that are not to be told yet: what they were before. */
  readonly counts?: ReadonlyMap<string, number>;
  /** What is written beside a group's caption. */
  readonly marks?: ReadonlyMap<string, string>;
}

const HIGHEST = 8;
/** From one row of stacks to the next. */
const STACKED = 1.34;
const ROOMY = 0.6;
/** So much of a place its caption may take. */
const CAPTION = 0.86;
/** So much of a name's height are words from what they are of: they stay as large where everything else becomes smaller. */
const LINE = 0.25;
const CUP = 1.6;
const BAG = 1.75;
const KEEPERS: Readonly<Partial<Record<Region['holder'], 'bag' | 'cup'>>> = { bag: 'bag', shaker: 'cup' };
const PLAIN_PITCH = 1.16;
/** So much more than a die that is lifted takes from one row to the next. */
const APART = 1.01;

export function picture(scene: SceneView, stage: Stage, tall: boolean, looking: number | null, extra: Extra = {}): Picture {
  const layout = tall ? stage.tall : stage.wide;
  const camera = cameraOf(layout, stage.tilt);
  const spots = spotsOf(layout, scene.places.length, looking);
  const laying = new Laying(camera, layout, extra);
  laying.groups(scene.middle, null, layout.regions, { x: 0, y: 0, scale: 1 }, 'middle');
  for (const spot of spots) {
    const groups = scene.places[spot.seat] ?? [];
    if (spot.own) laying.groups(groups, spot.seat, { ...layout.regions, ...layout.before }, { x: 0, y: 0, scale: 1 }, 'seat');
    else laying.groups(groups, spot.seat, layout.regions, { ...spot, y: spot.top, scale: spot.scale }, 'seat');
  }
  laying.tray();
  laying.bag();
  return { camera, layout, laid: laying.laid, things: [...laying.furniture, ...laying.laid.flatMap(({ things }) => things)], labels: laying.labels, spots };
}

interface ScaledSpot extends SeatSpot {
  readonly top: number;
  readonly scale: number;
}

/** The looker sits at the lower edge, the others around the far side, in the order in which they play. */
export function spotsOf(layout: Layout, seats: number, looking: number | null): ScaledSpot[] {
  const own = looking ?? 0;
  const others = Array.from({ length: Math.max(0, seats - 1) }, (_, i) => (own + 1 + i) % seats);
  const { elbow, band, name, abreast, bend } = layout.around;
  const rows = Math.max(1, Math.ceil(others.length / abreast));
  const inRow = Math.max(1, Math.ceil(others.length / rows));
  const room = layout.width / inRow;
  const scale = Math.min(1, room / elbow, (1.3 / rows) ** 2);
  const spots = others.map((seat, i): ScaledSpot => {
    const [row, column] = [Math.floor(i / inRow), i % inRow];
    const here = Math.min(inRow, others.length - row * inRow);
    const x = (layout.width * (column + 0.5)) / here;
    const y = row * (name + (band - name) * scale) + nearer(bend, x, layout.width);
    return { seat, own: false, x, y, top: y + name * (1 - scale), scale, width: room };
  });
  if (seats) spots.push({ seat: own, own: true, x: layout.own[0], y: layout.own[1], top: 0, scale: 1, width: layout.width });
  return spots;
}

/** How much nearer to us the far side of the table is there than in its middle: it is half an ellipse. */
export function nearer(bend: number, x: number, width: number): number {
  return bend * (1 - Math.sqrt(Math.max(0, 1 - ((2 * x) / width - 1) ** 2)));
}

interface Origin {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

class Laying {
  readonly laid: Laid[] = [];
  readonly labels: Label[] = [];
  readonly furniture: Thing[] = [];

  /** How much higher than wide a die's place is: its side is seen too, the more the lower the camera, and it may be lifted. */
  private readonly deep: number;

  constructor(
    private readonly camera: Camera,
    private readonly layout: Layout,
    private readonly extra: Extra,
  ) {
    this.deep = APART * (Math.cos(camera.tilt) + (1 + LIFTED) * Math.sin(camera.tilt));
  }

  groups(groups: readonly SceneGroup[], seat: number | null, regions: Readonly<Record<string, Region>>, origin: Origin, plain: 'middle' | 'seat'): void {
    const met = new Map<string, number>();
    for (const group of groups) {
      const name = kindOf(group.id);
      const named = regions[name] ? name : plain;
      const region = regions[named];
      if (!region) continue;
      const before = met.get(named) ?? 0;
      met.set(named, before + 1);
      this.group(group, seat, region, { ...origin, y: origin.y + before * region.step * origin.scale });
    }
    this.standing(groups, seat, regions, origin);
  }

  private group(told: SceneGroup, seat: number | null, region: Region, { x, y, scale }: Origin): void {
    const before = this.extra.counts?.get(told.id);
    const group = before === undefined ? told : { ...told, count: before };
    const [left, top] = [x + region.x * scale, y + region.y * scale];
    const dice = this.extra.instead?.get(group.id) ?? (region.holder === 'tower' && !group.dice.length ? unnamed(group) : group.dice);
    const kept = this.extra.covered?.has(group.id) || (dice.some(({ id }) => this.extra.thrown?.has(id)) && (!this.extra.landed || kindOf(group.id) === 'cup'));
    const covered = region.holder === 'cup' && dice.length > 0 && (kept || dice.every(({ face, colour }) => !face && !colour));
    const things: Thing[] = [];
    if (region.holder === 'cup') {
      const open = dice.length > 0 && !covered;
      const [dx, dy] = open ? region.rest : [0, 0];
      const size = region.size * CUP * scale;
      things.push({ kind: 'cup', id: `cup.${seat ?? ''}`, x: left + dx * scale, y: top + dy * scale - (open ? 0 : size * 0.12), size });
    }
    const unseen = region.facedown ? dice.filter(({ face, colour }) => !face && !colour) : [];
    if (region.holder === 'tower') things.push(...this.tower(group, dice, region));
    else if (unseen.length) things.push(...unseen.map(({ id }) => coveredPiece(id, region.size * scale, left, top)));
    else if (!covered) things.push(...this.row(dice, region, left, top, scale));
    if (group.count !== null && region.pieces.length && !dice.length) things.push(...pile(group, seat, region, left, top, scale, this.deep, (id, ...place) => this.die(id, ...place)));
    const hidden = covered && kept && dice.some(({ face, colour }) => face || colour);
    const [dx, dy] = (things.length && region.label) || [0, 0];
    if (region.label && !hidden) this.words(group, region, scale, [left + dx * scale, top + dy * scale + Math.sign(dy) * (1 - scale) * LINE * this.layout.around.name], Math.sign(region.label[1] || region.step), Boolean(x));
    this.laid.push({ group: hidden ? { ...group, caption: '' } : group, seat, things });
  }

  /** What is written: before the others who sit close together only numbers are, and none for a pile that is not there; the rest is read out. */
  private words(group: SceneGroup, region: Region, scale: number, [x, y]: readonly [number, number], grows: number, others: boolean): void {
    const { around, width, height } = this.layout;
    const counted = region.written === 'number' || (width > height && region.pieces.length > 0 && region.pieces[0]?.shape !== 'die');
    const brief = others && (scale < ROOMY || (region.written === 'number' && width < height));
    if (brief && (!counted || (region.pieces.length && !group.count))) return;
    const place = others ? around.elbow * scale * CAPTION : Infinity; // before the others it stays before its own seat
    const widest = Math.min(place, region.wide * scale || Infinity, 1.92 * Math.min(x, width - x, 440));
    this.labels.push({ id: group.id, x, y, group, written: region.written, mark: this.extra.marks?.get(group.id) ?? '', width: widest, brief, grows: grows > 0 ? 'down' : grows < 0 ? 'up' : '' });
  }

  /** Dice at a fixed pitch, those of a row in its middle. */
  private row(dice: readonly LaidDie[], region: Region, left: number, top: number, scale: number): Thing[] {
    const size = region.size * scale;
    return dice.map((die, i) => {
      const number = region.numbered ? Number(die.id.split('.').at(-1)) : i;
      const [x, y] = slot(region, number, placesOf(region, dice.length), this.deep);
      const stray = region.scatter * region.size;
      const at = [left + (x + stray * Math.sin(number * 2.4 + 1)) * scale, top + (y + stray * Math.sin(number * 3.7)) * scale] as const;
      return this.die(die, at[0], at[1], size, region.scatter ? 0.3 * Math.sin(number * 5.1) : 0.06 * Math.sin(number * 7.3 + size));
    });
  }

  private die(die: LaidDie, x: number, y: number, size: number, yaw = 0, waiting = false): DieThing {
    const at = under(this.camera, x, y, size / 2);
    return { kind: 'die', id: die.id, die, x, y, size, at, turn: [0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)], ...(waiting ? { waiting } : {}) };
  }

  /** A tower becomes smaller as it grows, so that it always fits. */
  private tower(group: SceneGroup, dice: readonly LaidDie[], region: Region): Thing[] {
    const size = region.size * Math.min(1, region.row / (dice.length + 1));
    const plate: Thing = { kind: 'plate', id: group.id, x: region.x, y: region.y, size: region.size * 3.4 };
    const foot = under(this.camera, region.x, region.y, 0);
    return [plate, ...dice.map((die, i) => this.stands(die, i, foot, size))];
  }

  private stands(die: LaidDie, i: number, foot: Place, size: number): DieThing {
    const { at, turn } = this.extra.poses?.get(die.id) ?? { at: [0, 0, i + 0.5] as const, turn: FLAT };
    const place: Place = [foot[0] + at[0] * size, foot[1] + at[1] * size, foot[2] + at[2] * size];
    const { x, y } = seen(this.camera, place);
    return { kind: 'die', id: die.id, die, size, at: place, turn, x, y, on: true };
  }

  /** What stands there whether or not the scene names it: marks of empty places, and the cups that wait. */
  private standing(groups: readonly SceneGroup[], seat: number | null, regions: Readonly<Record<string, Region>>, { x, y, scale }: Origin): void {
    const held = groups.some(({ id }) => regions[kindOf(id)]?.holder === 'cup');
    for (const [name, region] of Object.entries(regions)) {
      if (seat === null && region.marked) {
        for (let i = 0; i < region.slots; i += 1) {
          const [dx, dy] = slot(region, i, region.slots, this.deep);
          this.furniture.push({ kind: 'slot', id: `slot.${name}.${i}`, x: x + (region.x + dx) * scale, y: y + (region.y + dy) * scale, size: region.size * scale });
        }
      }
      if (seat !== null && name === 'cup' && !held) {
        const size = region.size * CUP * scale;
        this.furniture.push({ kind: 'cup', id: `cup.${seat}`, x: x + region.x * scale, y: y + region.y * scale - size * 0.12, size });
      }
    }
  }

  /** The dice that lie nowhere wait in their tray. */
  tray(): void {
    const { tray } = this.layout;
    if (!tray) return;
    const lying = this.laid.filter(({ group }) => tray.groups.includes(kindOf(group.id))).reduce((sum, { group }) => sum + group.dice.length, 0);
    const waiting = Math.max(0, tray.dice - lying);
    const region = { size: tray.size, pitch: 0, row: tray.row } as const;
    for (let i = 0; i < waiting; i += 1) {
      const [x, y] = slot(region, i, waiting, this.deep);
      this.furniture.push(this.die({ id: `tray.${i}`, face: '', colour: tray.colour }, tray.x + x, tray.y + y, tray.size, 0.13 * Math.sin(i * 4.1), true));
    }
  }

  /** A bag or a shaker keeps what is not there. */
  bag(): void {
    for (const [name, region] of Object.entries(this.layout.regions)) {
      const kind = KEEPERS[region.holder];
      if (!kind || this.laid.some(({ group, things }) => kindOf(group.id) === name && (kind === 'cup' || things.length))) continue;
      this.furniture.push({ kind, id: `${kind}.${name}`, x: region.x, y: region.y, size: region.size * BAG });
    }
  }
}

/** So many dice of which the scene says no more. */
function unnamed({ id, count }: SceneGroup): LaidDie[] {
  return Array.from({ length: count ?? 0 }, (_, i) => ({ id: `${id}.${i}`, face: ' ', colour: '' }));
}

function placesOf(region: Region, dice: number): number {
  return region.slots ? Math.max(region.slots, dice) : dice;
}

/** Where the number-th of so many lies, from the region's place. */
function slot(region: Pick<Region, 'size' | 'pitch' | 'row'>, number: number, count: number, deep: number): readonly [number, number] {
  const pitch = region.pitch || region.size * PLAIN_PITCH;
  const rows = Math.max(1, Math.ceil(count / region.row));
  const [row, column] = [Math.floor(number / region.row), number % region.row];
  const here = Math.min(region.row, count - row * region.row);
  return [(column - (Math.max(1, here) - 1) / 2) * pitch, (row - (rows - 1) / 2) * Math.max(pitch, region.size * deep)];
}

/** The most valuable pieces first; a stack is never higher than one can see. */
export function stacksOf(count: number, pieces: readonly Piece[]): { readonly piece: Piece; readonly count: number }[] {
  let left = Math.max(0, count);
  return pieces.flatMap((piece) => {
    const many = Math.min(Math.floor(left / piece.worth), piece.most ?? Infinity);
    left -= many * piece.worth;
    const stacks = Math.ceil(many / HIGHEST);
    return Array.from({ length: stacks }, (_, at) => ({ piece, count: Math.min(HIGHEST, many - at * HIGHEST) }));
  });
}

/** What lies there face down where pieces lie: a piece, but not which. */
function coveredPiece(id: string, size: number, x: number, y: number): PileThing {
  return { kind: 'pile', id, amount: 0, x, y, size, stacks: [{ colour: 'covered', square: false, count: 1, x, y }] };
}

type PutDie = (die: LaidDie, x: number, y: number, size: number, yaw: number, waiting: boolean) => DieThing;

function pile(group: SceneGroup, seat: number | null, region: Region, left: number, top: number, scale: number, deep: number, put: PutDie): Thing[] {
  const size = region.size * scale;
  if (region.pieces[0]?.shape === 'die') {
    const colour = seat === null ? '' : (region.colours[seat] ?? '');
    const many = group.count ?? 0;
    return Array.from({ length: many }, (_, i) => {
      const [x, y] = slot({ size, pitch: 0, row: region.row }, i, many, deep);
      return put({ id: `${group.id}.${i}`, face: '', colour }, left + x, top + y, size, 0.2 * Math.sin(i * 3.3), true);
    });
  }
  const stacks = stacksOf(group.count ?? 0, region.pieces);
  const inRow = stacks.length > 4 ? Math.ceil(stacks.length / 2) : stacks.length;
  return [
    {
      kind: 'pile',
      id: group.id,
      amount: group.count ?? 0,
      x: left,
      y: top,
      size,
      stacks: stacks.map(({ piece, count }, i) => {
        const [x, y] = slot({ size, pitch: size * 1.12, row: Math.max(1, inRow) }, i, stacks.length, STACKED);
        return { colour: piece.colour, square: piece.shape === 'square', count, x: left + x, y: top + y * 0.62 };
      }),
    },
  ];
}

/** What sort of group it is: the first part of its id. */
export function kindOf(id: string): string {
  return id.split('.')[0] ?? id;
}
