/**
 * The one camera of a stage. Places in the picture are in the stage's units, from its upper left corner; places in the
 * world are x to the right, y away from us, z upwards, from the middle of the picture on the table.
 */
export interface Camera {
  readonly width: number;
  readonly height: number;
  /** How far from straight down it looks. */
  readonly tilt: number;
  /** How far away it is. */
  readonly away: number;
}

export type Place = readonly [x: number, y: number, z: number];

/** Far enough that things at the edge look nearly as large as those in the middle. */
const AWAY = 4;

export function cameraOf(shape: { readonly width: number; readonly height: number }, tilt: number): Camera {
  return { width: shape.width, height: shape.height, tilt, away: Math.max(shape.width, shape.height) * AWAY };
}

/** Where a place of the world is seen, and how much larger than in the middle things look there. */
export function seen(camera: Camera, [x, y, z]: Place): { readonly x: number; readonly y: number; readonly larger: number } {
  const [sin, cos] = [Math.sin(camera.tilt), Math.cos(camera.tilt)];
  const larger = camera.away / (camera.away - (z * cos - y * sin));
  return { x: camera.width / 2 + x * larger, y: camera.height / 2 - (y * cos + z * sin) * larger, larger };
}

/** The place of the world at a height that is seen there. */
export function under(camera: Camera, x: number, y: number, z: number): Place {
  const [sin, cos] = [Math.sin(camera.tilt), Math.cos(camera.tilt)];
  const [across, up] = [x - camera.width / 2, camera.height / 2 - y];
  // up = (Y cos + z sin) · away / (away − z cos + Y sin), solved for Y.
  const far = (up * (camera.away - z * cos) - z * sin * camera.away) / (cos * camera.away - up * sin);
  return [across * ((camera.away - z * cos + far * sin) / camera.away), far, z];
}
