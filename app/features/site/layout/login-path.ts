import { PUBLIC_PAGES } from '#app/features.ts';
import { loginBackTo } from '#app/domain/people/login-link.ts';

const NOWHERE = new Set(['/', ...PUBLIC_PAGES.filter((page) => page.noReturn).map((page) => page.path)]);

interface Place {
  pathname: string;
  search: string;
}

/** The path alone: a query may hold personal data. */
export function loginPath({ pathname, search }: Place): string {
  if (pathname === '/login') return `/login${search}`;
  return NOWHERE.has(pathname) ? '/login' : loginBackTo(pathname);
}

export function leavePath({ pathname }: Place): string {
  return `/logout?next=${encodeURIComponent(pathname)}`;
}
