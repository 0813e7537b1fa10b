/** Which page is shown: read from the address, changed without loading anew. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'new'; readonly game: string; readonly way: string }
  | { readonly page: 'table'; readonly table: string }
  | { readonly page: 'learn'; readonly game: string }
  | { readonly page: 'nothing' };

export function routeOf(path: string, query = ''): Route {
  const parts = path.split('/').filter(Boolean);
  if (!parts.length) return { page: 'home' };
  if (parts[0] === 'new' && parts.length === 1) {
    const asked = new URLSearchParams(query);
    return { page: 'new', game: asked.get('game') ?? '', way: asked.get('way') ?? 'friends' };
  }
  if (parts[0] === 'table' && parts[1] && parts.length === 2) return { page: 'table', table: parts[1] };
  if (parts[0] === 'learn' && parts[1] && parts.length === 2) return { page: 'learn', game: parts[1] };
  return { page: 'nothing' };
}

const here = $state({ route: routeOf(location.pathname, location.search) });

export const route = {
  get now(): Route {
    return here.route;
  },
};

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  follow();
  scrollTo(0, 0);
}

function follow(): void {
  here.route = routeOf(location.pathname, location.search);
}

addEventListener('popstate', follow);

/** For links: follows them without loading anew, unless a new tab is wanted. */
export function stay(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
