/** The stage in 3D: draws what is shown, under the stage's one camera, only when it is asked to. */
import {
  AmbientLight,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  NoToneMapping,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Vector2,
  WebGLRenderTarget,
  WebGLRenderer,
  type BufferGeometry,
  type Material,
  type Object3D,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { DieFace } from '../dice/faces';
import type { Camera } from './camera';
import { BAG_HIGH, COLOURS, CUP_HIGH, PIECE_HIGH, type Shown } from './shown';
import { glowTexture, markTexture, pieceTexture, shadowTexture, textureOf } from './textures';

/** How much of the picture a thing covers: its box in parts of the picture, and its share of that box. */
export interface Seen {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly pixels: number;
}

interface Body {
  readonly group: Group;
  readonly ground: Group;
  looks: string;
}

export class Solid {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera();
  private readonly bodies = new Map<string, Body>();
  private readonly materials = new Map<string, Material>();
  private readonly shapes = shapes();

  constructor(canvas: HTMLCanvasElement, lost: () => void) {
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.renderer.toneMapping = NoToneMapping;
    this.renderer.debug.checkShaderErrors = false; // to ask for errors is to wait for the graphics card
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      lost();
    });
    const lamp = new DirectionalLight('#fff3dc', 1.75);
    lamp.position.set(-0.9, 0.3, 1.1); // so that its reflection greys no face
    const window = new DirectionalLight('#e6ecff', 1.0);
    window.position.set(0.6, -1, 0.5);
    this.scene.add(new AmbientLight('#fff6ea', 1.75), lamp, window);
  }

  /** Comes when the graphics card knows how to draw each kind of surface: until then nobody has to wait for it. */
  async prepare(): Promise<void> {
    const surfaces = [this.face({ colour: '', face: '' }), this.plain('#5f3b22', 26), this.shadow()];
    const sample = new Group().add(...surfaces.map((surface) => new Mesh(this.shapes.plane, surface)));
    if (this.renderer.extensions.has('KHR_parallel_shader_compile')) await this.renderer.compileAsync(sample, this.camera, this.scene);
    else this.renderer.compile(sample, this.camera, this.scene);
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    while (sync && !gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) await aMoment();
    for (const { program } of this.renderer.info.programs ?? []) {
      gl.useProgram(program as WebGLProgram); // one after another: each may take as long as a picture
      await aMoment();
    }
    this.renderer.resetState();
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
  }

  look({ width, height, tilt, away }: Camera): void {
    this.camera.fov = (2 * Math.atan(height / 2 / away) * 180) / Math.PI;
    this.camera.aspect = width / height;
    this.camera.near = away / 4;
    this.camera.far = away * 3;
    this.camera.up.set(0, 1, 0);
    this.camera.position.set(0, -Math.sin(tilt) * away, Math.cos(tilt) * away);
    this.camera.lookAt(0, 0, 0);
    this.camera.updateProjectionMatrix();
  }

  draw(things: readonly Shown[]): void {
    const there = new Set(things.map(({ id, kind }) => `${kind}/${id}`));
    for (const [name, body] of this.bodies) {
      if (there.has(name)) continue;
      this.scene.remove(body.group, body.ground);
      this.bodies.delete(name);
    }
    for (const thing of things) this.put(thing);
    this.renderer.render(this.scene, this.camera);
  }

  /** Which thing each pixel belongs to: everything once more in a colour of its own, read back. */
  seen(): Record<string, Seen> {
    const size = this.renderer.getDrawingBufferSize(new Vector2());
    const fine = Math.min(1, 480 / size.x);
    const [width, height] = [Math.round(size.x * fine), Math.round(size.y * fine)];
    const target = new WebGLRenderTarget(width, height);
    const names = [...this.bodies.keys()];
    const kept = new Map<Mesh, Material | Material[]>();
    const grounds = new Map([...this.bodies.values()].map((body) => [body, body.ground.visible] as const));
    names.forEach((name, i) => {
      const body = this.bodies.get(name);
      if (!body) return;
      body.ground.visible = false;
      const flat = new MeshBasicMaterial({ toneMapped: false, fog: false });
      flat.color.setRGB(((i + 1) & 255) / 255, ((i + 1) >> 8) / 255, 1);
      body.group.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        kept.set(part, part.material as Material | Material[]);
        part.material = flat;
      });
    });
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.scene, this.camera);
    const pixels = new Uint8Array(width * height * 4);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    this.renderer.setRenderTarget(null);
    target.dispose();
    for (const [part, material] of kept) part.material = material;
    for (const [body, visible] of grounds) body.ground.visible = visible;
    const found = new Map<string, { left: number; top: number; right: number; bottom: number; pixels: number }>();
    for (let at = 0; at < width * height; at += 1) {
      if (pixels[at * 4 + 2] !== 255) continue;
      const name = names[(pixels[at * 4] ?? 0) + 256 * (pixels[at * 4 + 1] ?? 0) - 1];
      if (!name) continue;
      const [x, y] = [(at % width) / width, 1 - Math.floor(at / width) / height];
      const box = found.get(name);
      if (!box) found.set(name, { left: x, right: x, top: y, bottom: y, pixels: 1 });
      else {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
        box.pixels += 1;
      }
    }
    return Object.fromEntries([...found].map(([name, box]) => [name.slice(name.indexOf('/') + 1), box]));
  }

  close(): void {
    this.renderer.dispose();
  }

  private put(thing: Shown): void {
    const name = `${thing.kind}/${thing.id}`;
    const looks = JSON.stringify([thing.sides, thing.stacks?.map(({ colour, square, count }) => [colour, square, count]), thing.colour, thing.glows, thing.picked]);
    let body = this.bodies.get(name);
    if (body && body.looks !== looks) {
      this.scene.remove(body.group, body.ground);
      body = undefined;
    }
    if (!body) {
      body = this.build(thing, looks);
      this.bodies.set(name, body);
      this.scene.add(body.group, body.ground);
    }
    const { group, ground } = body;
    const [x, y, z] = thing.at;
    group.position.set(x, y, z);
    group.quaternion.set(...thing.turn);
    group.scale.setScalar(thing.size);
    if (thing.stacks) this.stack(group, thing);
    const high = Math.max(0, z / thing.size - 0.5);
    ground.position.set(x, y, 0);
    ground.visible = !thing.on;
    if (thing.kind === 'plate') ground.position.z = -thing.size * 0.2;
    ground.scale.setScalar(thing.size * (1 + high * 0.25));
    const [shadow] = ground.children; // a shadow falls to the side, a glow does not
    if (shadow && thing.kind !== 'slot') shadow.position.setX((0.1 * (1 + high)) / (1 + high * 0.25)).setY((-0.04 * (1 + high)) / (1 + high * 0.25));
  }

  /** The stacks of a pile, where they stand from its middle. */
  private stack(group: Group, thing: Shown): void {
    group.children.forEach((stack, i) => {
      const place = thing.stacks?.[i];
      if (place) stack.position.set(place.x / thing.size, place.y / thing.size, 0);
    });
  }

  private build(thing: Shown, looks: string): Body {
    const [group, ground] = [new Group(), new Group()];
    const parts = this.parts(thing);
    if (parts.length) group.add(...parts);
    if (thing.kind !== 'slot') ground.add(this.lying(this.shadow(), thing.kind === 'pile' ? 0.01 : thing.kind === 'die' ? 1.75 : 1.5, 0.5));
    if (thing.glows) {
      const glow = this.lying(this.glow(thing.picked === true, thing.kind === 'cup'), 1.9, 1);
      glow.renderOrder = 1; // no shadow greys it
      ground.add(glow);
    }
    return { group, ground, looks };
  }

  private lying(material: Material, size: number, high: number): Mesh {
    const mesh = new Mesh(this.shapes.plane, material);
    mesh.scale.setScalar(size);
    mesh.position.z = high / 1000;
    return mesh;
  }

  private parts(thing: Shown): Object3D[] {
    switch (thing.kind) {
      case 'die':
        return [new Mesh(this.shapes.die, (thing.sides ?? []).map((side) => this.face(side)))];
      case 'chip':
        return [this.piece(thing.colour ?? '', false, 0)];
      case 'pile':
        return (thing.stacks ?? []).map(({ colour, square, count }) => {
          const stack = new Group();
          for (let i = 0; i < count; i += 1) stack.add(this.piece(colour, square, i));
          return stack;
        });
      case 'cup':
        return [new Mesh(this.shapes.cup, this.plain('#5f3b22', 26)), new Mesh(this.shapes.band, this.plain('#c99a5b', 40)), new Mesh(this.shapes.rim, this.plain('#3a2313', 30))];
      case 'bag':
        return [new Mesh(this.shapes.bag, this.plain('#8a5f3a', 6)), new Mesh(this.shapes.string, this.plain('#e3c17c', 12)), new Mesh(this.shapes.mouth, this.plain('#24150b', 2))];
      case 'plate':
        return [new Mesh(this.shapes.plate, this.plain('#b98a55', 22)), new Mesh(this.shapes.foot, this.plain('#6d4629', 16))];
      case 'slot':
        return [new Mesh(this.shapes.plane, this.mark())];
    }
  }

  private piece(colour: string, square: boolean, i: number): Mesh {
    const [side, top] = [this.plain(shade(colour), 20), this.top(colour)];
    const mesh = new Mesh(square ? this.shapes.tile : this.shapes.disc, square ? [side, side, side, side, top, side] : [side, top, side]);
    mesh.position.set(Math.sin(i * 2.1) * 0.025, Math.cos(i * 3.3) * 0.02, (i + 0.5) * PIECE_HIGH);
    if (square) mesh.rotation.z = Math.sin(i * 1.7) * 0.09;
    return mesh;
  }

  private made(name: string, make: () => Material): Material {
    let material = this.materials.get(name);
    if (!material) this.materials.set(name, (material = make()));
    return material;
  }
  private face(die: DieFace): Material {
    return this.made(`die/${die.colour}/${die.face}`, () => new MeshPhongMaterial({ map: textureOf(die), shininess: 90, specular: '#55483a' }));
  }
  private plain(colour: string, shininess: number): Material {
    return this.made(`plain/${colour}`, () => new MeshPhongMaterial({ color: colour, shininess, specular: '#4a3b2a' }));
  }
  private top(colour: string): Material {
    return this.made(`top/${colour}`, () => new MeshPhongMaterial({ map: pieceTexture(COLOURS[colour] ?? colour), shininess: 30, specular: '#33291d' }));
  }
  private shadow(): Material {
    return this.made('shadow', () => new MeshBasicMaterial({ map: shadowTexture(), transparent: true, depthWrite: false }));
  }
  private glow(picked: boolean, round: boolean): Material {
    return this.made(`glow/${picked}/${round}`, () => new MeshBasicMaterial({ map: glowTexture(picked ? '#ffffff' : '#ffcf6b', round), transparent: true, depthWrite: false }));
  }
  private mark(): Material {
    return this.made('mark', () => new MeshBasicMaterial({ map: markTexture(), transparent: true, depthWrite: false }));
  }
}

const aMoment = (): Promise<void> => new Promise((over) => setTimeout(over, 20));

function shade(colour: string): string {
  return `#${new Color(COLOURS[colour] ?? colour).multiplyScalar(0.72).getHexString()}`;
}

function shapes(): Record<'die' | 'disc' | 'tile' | 'cup' | 'band' | 'rim' | 'bag' | 'string' | 'mouth' | 'plate' | 'foot' | 'plane', BufferGeometry> {
  const upright = <Shape extends BufferGeometry>(shape: Shape): Shape => shape.rotateX(Math.PI / 2) as Shape;
  const turned = (profile: readonly (readonly [number, number])[]): BufferGeometry => upright(new LatheGeometry(profile.map(([x, y]) => new Vector2(x, y)), 40));
  const cup = (from: number, to: number, out: number): BufferGeometry => turned([[wall(from) + out, from - CUP_HIGH / 2], [wall(to) + out, to - CUP_HIGH / 2]]);
  const wall = (high: number): number => 0.5 - 0.13 * (high / CUP_HIGH);
  return {
    die: new RoundedBoxGeometry(1, 1, 1, 4, 0.13),
    disc: upright(new CylinderGeometry(0.5, 0.5, PIECE_HIGH * 0.94, 36)),
    tile: new RoundedBoxGeometry(0.9, 0.9, PIECE_HIGH * 0.94, 2, 0.05),
    cup: turned([[0, CUP_HIGH / 2 - 0.12], [wall(CUP_HIGH) - 0.07, CUP_HIGH / 2 - 0.12], [0.45, -CUP_HIGH / 2], [0.5, -CUP_HIGH / 2], [wall(CUP_HIGH), CUP_HIGH / 2 - 0.04], [wall(CUP_HIGH) - 0.05, CUP_HIGH / 2], [0, CUP_HIGH / 2]]),
    band: cup(CUP_HIGH * 0.42, CUP_HIGH * 0.56, 0.012),
    rim: cup(0, CUP_HIGH * 0.09, 0.016),
    bag: turned([[0, -0.4], [0.42, -0.4], [0.5, -0.22], [0.46, 0], [0.32, 0.14], [0.2, 0.22], [0.2, 0.27], [0.3, 0.4], [0.32, 0.41], [0.27, 0.39], [0.17, 0.26]]),
    string: turned([[0.18, 0.19], [0.35, 0.2], [0.38, 0.235], [0.35, 0.27], [0.18, 0.28]]),
    mouth: new CircleGeometry(0.21, 32).translate(0, 0, 0.3) as BufferGeometry,
    plate: upright(new CylinderGeometry(0.5, 0.46, 0.06, 56)).translate(0, 0, -0.03) as BufferGeometry,
    foot: upright(new CylinderGeometry(0.08, 0.16, 0.14, 28)).translate(0, 0, -0.13) as BufferGeometry,
    plane: new PlaneGeometry(1, 1),
  };
}

export const HIGH = { cup: CUP_HIGH, bag: BAG_HIGH } as const;
