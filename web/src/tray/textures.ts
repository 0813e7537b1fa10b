/** The faces of dice as textures: the page's one drawing of a die, on a canvas. */
import { CanvasTexture, SRGBColorSpace } from 'three';
import { paintOf, shapesOf, type DieFace } from '../dice/faces';

const SIDE = 160;
const made = new Map<string, CanvasTexture>();

export function textureOf(die: DieFace): CanvasTexture {
  const name = `${die.colour}/${die.face}`;
  const known = made.get(name);
  if (known) return known;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const brush = canvas.getContext('2d');
  if (brush) draw(brush, die);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  made.set(name, texture);
  return texture;
}

function draw(brush: CanvasRenderingContext2D, die: DieFace): void {
  brush.fillStyle = paintOf(die).body;
  brush.fillRect(0, 0, SIDE, SIDE);
  brush.scale(SIDE / 100, SIDE / 100);
  for (const shape of shapesOf(die)) {
    brush.fillStyle = shape.fill;
    if (shape.kind === 'path') brush.fill(new Path2D(shape.d));
    else {
      brush.font = `700 ${shape.size}px "Fraunces Variable", serif`;
      brush.textAlign = 'center';
      brush.fillText(shape.text, shape.x, shape.y);
    }
  }
}
