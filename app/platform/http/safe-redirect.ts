import type { RouteTable } from './route-table.server.ts';

const HERE = 'http://here.invalid';

/** Null when it leads to another site, or to a page that signing in must not return to. */
export function safePath(given: unknown, routes: Pick<RouteTable, 'mayReturnTo'>): string | null {
  if (typeof given !== 'string' || !given.startsWith('/') || given.length > 500) return null;
  if (!URL.canParse(given, HERE)) return null;
  const url = new URL(given, HERE);
  // Browsers read '/\evil' and '/<tab>/evil' as '//evil'; the parser has normalised them by now.
  if (url.origin !== HERE || url.pathname.startsWith('//') || !routes.mayReturnTo(url.pathname)) return null;
  return url.pathname + url.search;
}
