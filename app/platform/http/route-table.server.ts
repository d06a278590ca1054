import { matchPath, type ServerBuild } from 'react-router';

import type { Audience, Page } from './page.ts';

export interface RouteTable {
  pages: readonly Page[];
  audienceOf(pattern: string): Audience | null;
  /** Cache key of a page shared by all guests; null: rendered for each request. */
  sharedKey(url: URL): string | null;
  namesVisitor(pathname: string): boolean;
  formBytesAt(pathname: string): number;
  takesLongForms(pathname: string): boolean;
  runsWasm(pathname: string): boolean;
  mayReturnTo(pathname: string): boolean;
  patternAt(pathname: string): string | null;
}

/** A cart of twenty tickets with long notes is about 60 kB. */
export const DEFAULT_BODY_BYTES = 128 * 1024;

const SMALL_NUMBER = /^[1-9]\d{0,6}$/;
const ODD_SPELLING = /%|.\/$/;
const NO_PAGES = /^\/(api|dev|assets|files)(\/|$)/;

export function createRouteTable(pages: readonly Page[], sharedCalls: readonly { path: string }[] = []): RouteTable {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const pageOf = (pattern: string): Page | undefined => byPath.get(pattern.startsWith('/') ? pattern : `/${pattern}`);
  const noReturn = pages.filter((page) => page.noReturn);
  const withLongForms = pages.filter((page) => page.formBytes !== undefined);
  const withWasm = new Set(pages.filter((page) => page.wasm).map((page) => page.path));
  const fixed = new Set(pages.map((page) => page.path).filter((path) => !/[:*]/.test(path)));
  const patterns = pages.flatMap(({ path }) => (fixed.has(path) || path === '/*' ? [] : [{ path, regexp: new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`) }]));
  const longFormsAt = (pathname: string): number | undefined => withLongForms.find((page) => matchPath(page.path, withoutData(pathname)) !== null)?.formBytes;
  const calls = new Set(sharedCalls.map(({ path }) => path));
  const patternAt = (pathname: string): string | null => {
    if (calls.has(pathname)) return pathname;
    const path = withoutData(pathname);
    return fixed.has(path) ? path : (patterns.find(({ regexp }) => regexp.test(path))?.path ?? null);
  };
  const pageAt = (pathname: string): Page | undefined => byPath.get(patternAt(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname) ?? '');
  return {
    pages,
    audienceOf: (pattern) => pageOf(pattern)?.audience ?? null,
    sharedKey({ pathname, search }) {
      if (calls.has(pathname)) return search === '' ? pathname : null;
      // Each page has one address of its own: others that lead to it, of which there are any number, are not shared.
      const shared = ODD_SPELLING.test(pathname) ? undefined : pageAt(pathname)?.sharedByGuests;
      if (shared === undefined || search === '') return shared === undefined ? null : pathname;
      const requested = typeof shared === 'object' && search.startsWith(`?${shared.query}=`) ? search.slice(shared.query.length + 2) : '';
      return SMALL_NUMBER.test(requested) ? `${pathname}${search}` : null;
    },
    namesVisitor: (pathname) => pageAt(pathname)?.namesVisitor === true,
    formBytesAt: (pathname) => longFormsAt(pathname) ?? DEFAULT_BODY_BYTES,
    takesLongForms: (pathname) => longFormsAt(pathname) !== undefined,
    runsWasm: (pathname) => withWasm.has(pathname),
    patternAt,
    mayReturnTo: (pathname) => !NO_PAGES.test(pathname) && !noReturn.some((page) => matchPath(page.path, pathname) !== null),
  };
}

/** The framework asks for a page's data at `….data`, for that of the first page at `/_.data`. */
function withoutData(pathname: string): string {
  return pathname.replace(/(?:(?<=\/)_)?\.data$/, '');
}

export function pagePaths(build: Pick<ServerBuild, 'routes'>): string[] {
  const pathOf = (id: string): string => {
    const route = build.routes[id]!;
    const parent = route.parentId === undefined ? '' : pathOf(route.parentId);
    return route.path ? `${parent}/${route.path}` : parent;
  };
  const paths = Object.values(build.routes)
    .filter((route) => Boolean(route?.path) || route?.index === true)
    .map((route) => pathOf(route!.id) || '/');
  return [...new Set(paths)];
}

export function assertAllDeclared(open: readonly string[], declared: readonly string[]): void {
  const undeclared = open.filter((name) => !declared.includes(name));
  if (undeclared.length > 0) throw new Error(`open without an audience: ${undeclared.join(', ')}`);
  const missing = declared.filter((name) => !open.includes(name));
  if (missing.length > 0) throw new Error(`declared and not there: ${missing.join(', ')}`);
}
