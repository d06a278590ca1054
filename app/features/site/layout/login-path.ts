import { loginBackTo } from '#app/domain/people/login-link.ts';

/** Pages that are no place to come back to; the payment page's address opens an order to whoever has it. */
const NOWHERE = new Set(['/', '/payment-success', '/forgot-password', '/reset-password']);

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
