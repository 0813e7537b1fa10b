/** The stages of the games, as the house describes them once. */
import { MediaQuery } from 'svelte/reactivity';
import type { Stage } from '../protocol/http';
import { games } from '../wire/api';

/** Whether the window is tall: the one thing that the stage asks of it. */
export const TALL = new MediaQuery('max-aspect-ratio: 4/5');
/** Whether it is low, as a phone's that lies on its side: names have less room then. */
export const LOW = new MediaQuery('(min-aspect-ratio: 4/5) and (max-height: 540px)');

/** The stage of a game, once it is known. Call it inside a component. */
export function stageOf(game: () => string | undefined): { readonly found: Stage | undefined } {
  let found: Stage | undefined = $state.raw();
  games().catch(() => undefined); // on its way before it is known which game it will be; whoever needs it asks again
  $effect(() => {
    const wanted = game();
    if (!wanted) return;
    let retry = 0;
    const ask = (): void => {
      games().then(
        (all) => (found = all.find(({ name }) => name === wanted)?.stage),
        () => (retry = window.setTimeout(ask, 1000)), // the house may only be away for a moment
      );
    };
    ask();
    return () => clearTimeout(retry);
  });
  return {
    get found() {
      return found;
    },
  };
}
