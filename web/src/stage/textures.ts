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

function painted(side: number, paint: (brush: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const brush = canvas.getContext('2d');
  if (brush) paint(brush);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** A soft shadow, darkest where the thing touches the cloth. */
export function shadowTexture(): CanvasTexture {
  return painted(64, (brush) => {
    const soft = brush.createRadialGradient(32, 32, 10, 32, 32, 32);
    soft.addColorStop(0, 'rgba(15,7,2,.62)');
    soft.addColorStop(0.55, 'rgba(15,7,2,.3)');
    soft.addColorStop(1, 'rgba(15,7,2,0)');
    brush.fillStyle = soft;
    brush.fillRect(0, 0, 64, 64);
  });
}

/** Light around what can be played. */
export function glowTexture(colour: string, round: boolean): CanvasTexture {
  const corner = round ? 40 : 20;
  return painted(128, (brush) => {
    brush.filter = 'blur(7px)';
    brush.fillStyle = colour;
    brush.beginPath();
    brush.roundRect(24, 24, 80, 80, corner);
    brush.fill();
    brush.filter = 'none';
    brush.lineWidth = 5;
    brush.strokeStyle = colour;
    brush.beginPath();
    brush.roundRect(25, 25, 78, 78, corner - 2);
    brush.stroke();
  });
}

/** The mark of a place where a die may come to lie. */
export function markTexture(): CanvasTexture {
  return painted(128, (brush) => {
    brush.strokeStyle = 'rgba(255,250,235,.42)';
    brush.fillStyle = 'rgba(0,0,0,.12)';
    brush.lineWidth = 4;
    brush.setLineDash([11, 9]);
    brush.beginPath();
    brush.roundRect(8, 8, 112, 112, 24);
    brush.fill();
    brush.stroke();
  });
}

/** The upper side of a chip: its colour, with a ring of it. */
export function pieceTexture(colour: string): CanvasTexture {
  return painted(96, (brush) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 96, 96);
    brush.strokeStyle = 'rgba(255,255,255,.55)';
    brush.lineWidth = 4;
    brush.setLineDash([10, 8]);
    brush.beginPath();
    brush.arc(48, 48, 40, 0, 7);
    brush.stroke();
    brush.setLineDash([]);
    brush.strokeStyle = 'rgba(0,0,0,.2)';
    brush.lineWidth = 2.5;
    brush.beginPath();
    brush.arc(48, 48, 27, 0, 7);
    brush.stroke();
  });
}
