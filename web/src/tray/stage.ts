/** The 3D half of the tray: draws every die where the page has laid it out, and lets thrown ones tumble there. */
import {
  AmbientLight,
  CanvasTexture,
  DirectionalLight,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { sidesOf, type DieFace } from '../dice/faces';
import { play } from '../lib/sound';
import type { LaidDie } from '../dice/faces';
import { textureOf } from './textures';
import { lengthOf, moved, poseAt, thrown, touches, type Tumble } from './tumble';

export interface Laid {
  readonly die: LaidDie;
  /** The middle of its place, in pixels from the tray's upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

interface Body {
  readonly group: Group;
  readonly shadow: Mesh;
  tumble: Tumble;
  shows: string;
}

const TILT = 0.3;
const VIEW = 24;

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(VIEW, 1, 10, 10000);
  private readonly bodies = new Map<string, Body>();
  private readonly materials = new Map<string, MeshPhongMaterial>();
  private readonly geometry = new RoundedBoxGeometry(1, 1, 1, 3, 0.14);
  private readonly shade = new MeshBasicMaterial({ map: shadowTexture(), transparent: true, depthWrite: false });
  private readonly floor = new PlaneGeometry(1, 1);
  private began = 0;
  private frame = 0;
  private rolling: Tumble[] = [];
  private landed: (() => void) | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    const lamp = new DirectionalLight('#fff1d6', 2.1);
    lamp.position.set(-0.5, 0.7, 1.4);
    this.scene.add(new AmbientLight('#fff6ea', 1.7), lamp);
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    const away = height / 2 / Math.tan((VIEW * Math.PI) / 360);
    this.camera.aspect = width / height;
    this.camera.position.set(0, -Math.sin(TILT) * away, Math.cos(TILT) * away);
    this.camera.lookAt(0, 0, 0);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** Lays the dice out; those whose ids are in `fresh` are thrown, others glide over. Resolves when all lie still. */
  lay(dice: readonly Laid[], fresh: ReadonlySet<string>, width: number, height: number, gliding: boolean): Promise<void> {
    this.skip();
    const kept = new Set(dice.map(({ die }) => die.id));
    for (const [key, body] of this.bodies) {
      if (kept.has(key)) continue;
      this.scene.remove(body.group, body.shadow);
      this.bodies.delete(key);
    }
    this.rolling = [];
    for (const laid of dice) {
      const place = this.placeOf(laid, width, height);
      const tumble = thrown(place.x, place.y, laid.size, width, height, Math.random);
      const lay = this.bodies.get(laid.die.id)?.tumble;
      const body = this.bodyOf(laid, tumble);
      const falls = fresh.has(laid.die.id);
      body.tumble = falls ? tumble : moved(tumble, lay ?? tumble);
      const slides = lay !== undefined && gliding && Math.hypot(lay.x - tumble.x, lay.y - tumble.y) > laid.size / 2;
      if (falls || slides) this.rolling.push(body.tumble);
    }
    if (!this.rolling.length) {
      this.draw(Infinity);
      return Promise.resolve();
    }
    for (const tumble of this.rolling) touches(tumble).forEach((at, i) => play('felt', at, 0.8 / (i + 1)));
    this.began = performance.now();
    return new Promise((resolve) => {
      this.landed = resolve;
      this.run();
    });
  }

  /** Everything lies where it ends. */
  skip(): void {
    cancelAnimationFrame(this.frame);
    this.rolling = [];
    if (this.bodies.size) this.draw(Infinity);
    this.landed?.();
    this.landed = undefined;
  }

  close(): void {
    this.skip();
    this.renderer.dispose();
  }

  private run(): void {
    const seconds = (performance.now() - this.began) / 1000;
    this.draw(seconds);
    if (seconds >= lengthOf(this.rolling)) this.skip();
    else this.frame = requestAnimationFrame(() => this.run());
  }

  private draw(seconds: number): void {
    const rolling = new Set(this.rolling);
    for (const body of this.bodies.values()) {
      const pose = poseAt(body.tumble, rolling.has(body.tumble) ? seconds : Infinity);
      body.group.position.set(pose.x, pose.y, pose.z);
      body.group.quaternion.copy(pose.turned);
      const { size } = body.tumble;
      const high = (pose.z - size / 2) / size;
      body.group.scale.setScalar(size);
      body.shadow.position.set(pose.x + size * 0.1 * (1 + high), pose.y - size * 0.12 * (1 + high), 0.5);
      body.shadow.scale.setScalar(size * (1.75 + high * 0.5));
    }
    this.renderer.render(this.scene, this.camera);
  }

  private bodyOf(laid: Laid, tumble: Tumble): Body {
    const shows = `${laid.die.colour}/${laid.die.face}`;
    let body = this.bodies.get(laid.die.id);
    if (body && body.shows !== shows) {
      this.scene.remove(body.group, body.shadow);
      body = undefined;
    }
    if (!body) {
      const group = new Group();
      group.add(new Mesh(this.geometry, this.sides(laid.die)));
      body = { group, shadow: new Mesh(this.floor, this.shade), tumble, shows };
      this.scene.add(group, body.shadow);
      this.bodies.set(laid.die.id, body);
    }
    return body;
  }

  /** three counts sides as +x −x +y −y +z −z; +z looks at us. */
  private sides(die: DieFace): MeshPhongMaterial[] {
    const [up, down, ...around] = sidesOf(die);
    return [...around, up, down].flatMap((side) => (side ? [this.material(side)] : []));
  }

  private material(die: DieFace): MeshPhongMaterial {
    const name = `${die.colour}/${die.face}`;
    let material = this.materials.get(name);
    if (!material) {
      material = new MeshPhongMaterial({ map: textureOf(die), shininess: 40, specular: '#332a20' });
      this.materials.set(name, material);
    }
    return material;
  }

  /** Where on the felt a die must lie so that its upper face covers its place on the page. */
  private placeOf(laid: Laid, width: number, height: number): Vector3 {
    const seen = new Vector2((laid.x / width) * 2 - 1, 1 - (laid.y / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(seen, this.camera);
    const hit = new Vector3();
    ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -laid.size * 0.6), hit);
    return hit;
  }
}

function shadowTexture(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const brush = canvas.getContext('2d');
  if (brush) {
    const soft = brush.createRadialGradient(32, 32, 8, 32, 32, 32);
    soft.addColorStop(0, 'rgba(20,10,4,.55)');
    soft.addColorStop(1, 'rgba(20,10,4,0)');
    brush.fillStyle = soft;
    brush.fillRect(0, 0, 64, 64);
  }
  return new CanvasTexture(canvas);
}
