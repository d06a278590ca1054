import type { Right } from '#app/domain/people/rights.ts';

/** Who may open a page or a call. Finer rules (whose order, which events) belong to the services. */
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
  /** Whoever is signed in: a call answers 401 to others, a page says so itself. */
  | 'member'
  /** Whoever has any right. */
  | 'staff'
  /**
   * Whoever has this right: others get 401 or 403 from a call, and 'Accés Denegat' from a page. `orPass`: an evening pass
   * opens the call as well, and its handler asks for which events.
   */
  | { right: Right; orPass?: true };

/** Drawn in `features/site/admin-layout/admin-icons.tsx`. */
export type AdminIcon = 'panel' | 'events' | 'orders' | 'kitchen' | 'door' | 'till' | 'news' | 'booklets' | 'users' | 'payments' | 'mails' | 'status' | 'settings';

/** One page of the product, declared in its feature's `routes.ts`. A page without an audience does not compile. */
export interface Page {
  /** As the router writes it, such as `/order/:eventId`. */
  path: string;
  /** The route module, from `app/`. */
  screen: string;
  audience: Audience;
  /** A name of its own, where one module serves several paths. */
  id?: string;
  /** The same for every guest: rendered once for all of them. */
  sharedByGuests?: true;
  /** Where buying begins: the browser gets the cookie that tells it from others in its network. */
  namesVisitor?: true;
  /** The longest form it takes, in bytes (128 kB unless said). */
  formBytes?: number;
  /** Signing in never leads back here. */
  noReturn?: true;
  /** Shown without header and footer, and guarded by its own loader and action. */
  bare?: true;
  /** It runs WebAssembly of our own: its content policy says so. */
  wasm?: true;
  /** How it begins, so that its skeleton does: under a strip of night, or under an event's head. Else on plain paper. */
  head?: 'night' | 'event';
  /** Its entry in the top navigation (spec §2); a smaller place stands further left. */
  nav?: { text: string; place: number };
  /** Its entry in the rail of the admin pages and its card on `/admin`: a smaller place stands further up, each hundred is a group. */
  adminNav?: { name: string; text: string; icon: AdminIcon; place: number };
}

/** A piece of one feature that stands on another's page, rendered where that page has its `<Outlet />`. */
export interface Panel {
  on: string;
  screen: string;
}
