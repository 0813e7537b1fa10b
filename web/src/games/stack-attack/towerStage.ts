/** The tower in 3D, from the poses and films of the house. One unit is a millimetre. */
import { AmbientLight, CylinderGeometry, DirectionalLight, Group, Mesh, MeshPhongMaterial, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { sidesOf, type DieFace } from '../../dice/faces';
import { textureOf } from '../../tray/textures';
import type { Pose } from '../../protocol/views/stack-attack';
import type { Film } from './film';

export interface Held {
  readonly die: DieFace;
  readonly x: number;
  readonly y: number;
}

const DIE = 16;
const MICRO = 1 / 1000;

export class TowerStage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(28, 1, 1, 2000);
  private readonly plate = new Group();
  private readonly geometry = new RoundedBoxGeometry(DIE, DIE, DIE, 3, 2);
  private readonly materials = new Map<string, MeshPhongMaterial>();
  private dice: Group[] = [];
  private faces: DieFace[] = [];
  private held: Group | undefined;
  private frame = 0;
  private high = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    const lamp = new DirectionalLight('#fff1d6', 2.2);
    lamp.position.set(-0.6, -1, 1.6);
    this.scene.add(new AmbientLight('#fff6ea', 1.6), lamp, this.plate);
    const disc = new Mesh(new CylinderGeometry(42, 38, 4, 48), new MeshPhongMaterial({ color: '#b98a55', shininess: 20 }));
    disc.rotation.x = Math.PI / 2;
    disc.position.z = -2;
    const foot = new Mesh(new CylinderGeometry(6, 12, 14, 24), new MeshPhongMaterial({ color: '#6d4629' }));
    foot.rotation.x = Math.PI / 2;
    foot.position.z = -11;
    this.plate.add(disc, foot);
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.look();
  }

  /** Shows the tower as it stands, with a die held over it where there is one. */
  show(dice: readonly DieFace[], poses: readonly Pose[], held: Held | undefined): void {
    cancelAnimationFrame(this.frame);
    this.build(dice);
    this.plate.rotation.set(0, 0, 0);
    poses.forEach((pose, i) => this.put(this.dice[i], pose, 1e-6));
    this.hold(held);
    this.draw();
  }

  /** Moves only the die in the hand. */
  hold(held: Held | undefined): void {
    if (this.held) this.scene.remove(this.held);
    this.held = undefined;
    if (!held) return;
    this.held = this.body(held.die);
    this.held.position.set(held.x * MICRO, held.y * MICRO, this.dice.length * DIE + DIE * 1.1);
    this.scene.add(this.held);
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  /** Plays a film at a speed; resolves when it is over. */
  play(dice: readonly DieFace[], film: Film, speed: number): Promise<void> {
    cancelAnimationFrame(this.frame);
    this.build(dice);
    this.hold(undefined);
    const began = performance.now();
    return new Promise((resolve) => {
      const step = (): void => {
        const at = Math.floor(((performance.now() - began) / 1000) * film.rate * speed);
        const shown = film.frames[Math.min(at, film.frames.length - 1)] ?? [];
        const [plate, ...poses] = shown;
        if (plate) this.plate.quaternion.set(plate[4], plate[5], plate[6], plate[3]);
        poses.forEach((pose, i) => this.put(this.dice[i], pose, 1));
        this.draw();
        if (at >= film.frames.length) resolve();
        else this.frame = requestAnimationFrame(step);
      };
      step();
    });
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.renderer.dispose();
  }

  private put(body: Group | undefined, [x, y, z, w, qx, qy, qz]: Pose, unit: number): void {
    body?.position.set(x * MICRO, y * MICRO, z * MICRO);
    body?.quaternion.set(qx * unit, qy * unit, qz * unit, w * unit);
  }

  private build(dice: readonly DieFace[]): void {
    const same = dice.length === this.faces.length && dice.every((die, i) => die.face === this.faces[i]?.face && die.colour === this.faces[i].colour);
    if (same) return;
    this.scene.remove(...this.dice);
    this.faces = [...dice];
    this.dice = dice.map((die) => this.body(die));
    if (this.dice.length) this.scene.add(...this.dice);
    this.high = (this.dice.length + 2.2) * DIE;
    this.look();
  }

  private look(): void {
    const far = Math.max(190, this.high * 1.75) / Math.min(1, this.camera.aspect * 1.4) + 60;
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(far * 0.28, -far, this.high * 0.5 + far * 0.22);
    this.camera.lookAt(0, 0, this.high * 0.45);
    this.camera.updateProjectionMatrix();
  }

  /** The number is on the upper face, and on the one that looks at us. */
  private body(die: DieFace): Group {
    const [up, , ...around] = sidesOf(die);
    const sides = [around[0], around[1], around[2], up, up, around[3]].flatMap((side) => (side ? [this.material(side)] : []));
    const group = new Group();
    group.add(new Mesh(this.geometry, sides));
    return group;
  }

  private material(die: DieFace): MeshPhongMaterial {
    const name = `${die.colour}/${die.face}`;
    const known = this.materials.get(name) ?? new MeshPhongMaterial({ map: textureOf(die), shininess: 40, specular: '#332a20' });
    this.materials.set(name, known);
    return known;
  }
}
