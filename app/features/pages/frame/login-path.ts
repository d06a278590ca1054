/** Pages that are no place to come back to; the payment page's address opens an order to whoever has it. */
const NOWHERE = new Set(['/', '/payment-success', '/forgot-password', '/reset-password']);

/** The login that returns to where one is. Only the path: what follows it may be somebody's own. */
export function loginPath({ pathname, search }: { pathname: string; search: string }): string {
  if (pathname === '/login') return `/login${search}`;
  return NOWHERE.has(pathname) ? '/login' : `/login?next=${encodeURI(pathname)}`;
}
