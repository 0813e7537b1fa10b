/** Finding things in a scene: by their ids, never by where they stand in it. */
import type { SceneGroup, SceneView } from '../protocol/socket';
import type { LaidDie } from '../dice/faces';

export function groupOf(scene: SceneView, id: string): SceneGroup | undefined {
  return [scene.middle, ...scene.places].flat().find((group) => group.id === id);
}

/** The dice of a group; none where it is not there. */
export function diceIn(scene: SceneView, id: string): readonly LaidDie[] {
  return groupOf(scene, id)?.dice ?? [];
}
