import { PAGES } from '#app/features.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';

/** Whoever signs in from the front page has nowhere else in mind. */
const NOWHERE = new Set(['/', ...PAGES.filter((page) => page.noReturn).map((page) => page.path)]);

interface Place {
  pathname: string;
  search: string;
}

/** The login that returns to where one is. Only the path: what follows it may be somebody's own. */
export function loginPath({ pathname, search }: Place): string {
  if (pathname === '/login') return `/login${search}`;
  return NOWHERE.has(pathname) ? '/login' : loginBackTo(pathname);
}

/** Where leaving is asked for by whoever wants to come back here as somebody else. */
export function leavePath({ pathname }: Place): string {
  return `/logout?next=${encodeURIComponent(pathname)}`;
}
