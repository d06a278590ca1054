import { matchPath, type ServerBuild } from 'react-router';

import type { Audience, Page } from './page.ts';

/** What the edge knows of the product's pages. */
export interface RouteTable {
  pages: readonly Page[];
  /** By the pattern as the framework names it (`admin/users`, but `/`); null for a page that nobody declared. */
  audienceOf(pattern: string): Audience | null;
  /** By the same pattern. */
  isBare(pattern: string): boolean;
  isSharedByGuests(pathname: string): boolean;
  namesVisitor(pathname: string): boolean;
  /** The longest form that the page at this path takes, in bytes. */
  formBytesAt(pathname: string): number;
  /** Such a page counts by itself and says in its own words what is too long. */
  takesLongForms(pathname: string): boolean;
  /** Whether the page at this path may run WebAssembly. */
  runsWasm(pathname: string): boolean;
  /** Whether signing in may lead there. */
  mayReturnTo(pathname: string): boolean;
}

/** A cart of twenty tickets with long notes is about 60 kB; nothing that says nothing else is longer. */
export const DEFAULT_BODY_BYTES = 128 * 1024;

/** Areas for programs. */
const NO_PAGES = /^\/(api|dev|assets|files)(\/|$)/;

export function createRouteTable(pages: readonly Page[]): RouteTable {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const pageOf = (pattern: string): Page | undefined => byPath.get(pattern.startsWith('/') ? pattern : `/${pattern}`);
  const shared = new Set(pages.filter((page) => page.sharedByGuests).map((page) => page.path));
  const noReturn = pages.filter((page) => page.noReturn);
  const naming = pages.filter((page) => page.namesVisitor);
  const withLongForms = pages.filter((page) => page.formBytes !== undefined);
  const withWasm = new Set(pages.filter((page) => page.wasm).map((page) => page.path));
  const longFormsAt = (pathname: string): number | undefined => withLongForms.find((page) => matchPath(page.path, withoutData(pathname)) !== null)?.formBytes;
  return {
    pages,
    audienceOf: (pattern) => pageOf(pattern)?.audience ?? null,
    isBare: (pattern) => pageOf(pattern)?.bare === true,
    isSharedByGuests: (pathname) => shared.has(pathname),
    namesVisitor: (pathname) => naming.some((page) => matchPath(page.path, withoutData(pathname)) !== null),
    formBytesAt: (pathname) => longFormsAt(pathname) ?? DEFAULT_BODY_BYTES,
    takesLongForms: (pathname) => longFormsAt(pathname) !== undefined,
    runsWasm: (pathname) => withWasm.has(pathname),
    mayReturnTo: (pathname) => !NO_PAGES.test(pathname) && !noReturn.some((page) => matchPath(page.path, pathname) !== null),
  };
}

/** A page's own address, when the framework asks for its data. */
function withoutData(pathname: string): string {
  return pathname.replace(/\.data$/, '');
}

/** The paths of the pages that the build knows, as features declare them. */
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

/** Throws when something can be opened that no feature declares, or something declared can't be. */
export function assertAllDeclared(open: readonly string[], declared: readonly string[]): void {
  const undeclared = open.filter((name) => !declared.includes(name));
  if (undeclared.length > 0) throw new Error(`open without an audience: ${undeclared.join(', ')}`);
  const missing = declared.filter((name) => !open.includes(name));
  if (missing.length > 0) throw new Error(`declared and not there: ${missing.join(', ')}`);
}
