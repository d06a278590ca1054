import type { ServerBuild } from 'react-router';

/**
 * Who may open what. Every page and every call of the product stands here; one that doesn't keeps the app from
 * starting, so nothing new is open by oversight. Finer rules (whose order, which events) belong to the services.
 */
export type Audience =
  | 'anyone'
  /** Whoever knows the order's unguessable id. */
  | 'order_bearer'
  /** Whoever opened a link that was mailed to the buyer's address. */
  | 'link_bearer'
  /** The payment provider, by signature. */
  | 'provider'
  /** Only in the demo; elsewhere it does not exist. */
  | 'demo'
  /** A page for members that says so itself to others. */
  | 'member_page'
  /** A call for whoever is signed in; others get 401. */
  | 'member_call'
  /** A call for admins: 401 for guests, 403 for everyone else. */
  | 'admin_call'
  /** A page for admins; everyone else is shown 'Accés Denegat'. */
  | 'admin_page';

export const PAGES: Record<string, Audience> = {
  '/': 'anyone',
  '/tickets': 'anyone',
  '/order/:eventId': 'anyone',
  '/checkout/:eventId': 'anyone',
  '/payment-success': 'order_bearer',
  '/tiquet-perdut': 'anyone',
  '/tiquet-perdut/obrir': 'link_bearer',
  '/tiquet-perdut/tiquets': 'link_bearer',
  '/tiquet-perdut/tiquets.pdf': 'link_bearer',
  '/news': 'anyone',
  '/calendar': 'anyone',
  '/premis': 'anyone',
  '/llibrets': 'anyone',
  '/contact': 'anyone',
  '/condicions': 'anyone',
  '/privacitat': 'anyone',
  '/login': 'anyone',
  '/logout': 'anyone',
  '/my-tickets': 'member_page',
  '/change-password': 'member_page',
  '/forgot-password': 'anyone',
  '/reset-password': 'anyone',
  '/admin': 'admin_page',
  '/admin/users': 'admin_page',
  '/admin/users/new': 'admin_page',
  '/admin/users/import': 'admin_page',
  '/admin/users/:userId': 'admin_page',
  '/admin/payments': 'admin_page',
  '/admin/mails': 'admin_page',
  '/admin/events/new': 'admin_page',
  '/admin/events/edit/:eventId': 'admin_page',
  '/admin/events/menus/:eventId': 'admin_page',
  '/admin/tickets/:eventId?': 'admin_page',
  '/admin/ticket-verification': 'admin_page',
  '/dev/pay/:paymentId': 'demo',
  '/*': 'anyone',
};

export const API_ROUTES: Record<string, Audience> = {
  'GET /health/live': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/events': 'anyone',
  'GET /api/events/:id': 'anyone',
  'POST /api/orders': 'anyone',
  'GET /api/orders/:orderId': 'order_bearer',
  'POST /api/orders/:orderId/cancel': 'order_bearer',
  'POST /api/orders/:orderId/resend': 'order_bearer',
  'GET /api/session': 'anyone',
  'POST /api/session': 'anyone',
  'DELETE /api/session': 'anyone',
  'GET /api/my-tickets/:number/calendar': 'member_call',
  'GET /api/admin/tickets/:number': 'admin_call',
  'GET /files/:name': 'anyone',
  'POST /api/admin/uploads': 'admin_call',
  'GET /api/admin/uploads/:id': 'admin_call',
  'PATCH /api/admin/uploads/:id': 'admin_call',
  'DELETE /api/admin/uploads/:id': 'admin_call',
  'GET /api/admin/storage': 'admin_call',
  'POST /api/payments/stripe': 'provider',
  'GET /dev/mail': 'demo',
  'GET /dev/mail.json': 'demo',
  'GET /dev/mail/:id/html': 'demo',
  'GET /dev/mail/:id/attachments/:index': 'demo',
};

/** Who may open a page, by its pattern as the framework names it (`admin/users`, but `/`); null when the table has no line for it. */
export function audienceOfPage(pattern: string): Audience | null {
  const path = pattern.startsWith('/') ? pattern : `/${pattern}`;
  return Object.hasOwn(PAGES, path) ? PAGES[path]! : null;
}

/** The paths of the pages that the build knows, in the form of the table. */
export function pagePaths(build: Pick<ServerBuild, 'routes'>): string[] {
  const pathOf = (id: string): string => {
    const route = build.routes[id]!;
    const parent = route.parentId === undefined ? '' : pathOf(route.parentId);
    return route.path ? `${parent}/${route.path}` : parent;
  };
  return Object.values(build.routes)
    .filter((route) => Boolean(route?.path) || route?.index === true)
    .map((route) => pathOf(route!.id) || '/');
}

/** Throws when something that can be opened has no line in the table, or a line opens nothing. */
export function assertAllPermitted(open: { pages: readonly string[]; calls: readonly string[] }): void {
  const nameless = [...open.pages.filter((page) => !Object.hasOwn(PAGES, page)), ...open.calls.filter((call) => !Object.hasOwn(API_ROUTES, call))];
  if (nameless.length > 0) throw new Error(`no permission is written for: ${nameless.join(', ')}`);
  const idle = Object.keys(PAGES).filter((page) => !open.pages.includes(page));
  if (idle.length > 0) throw new Error(`permissions are written for pages that don't exist: ${idle.join(', ')}`);
}
