import type { Right } from '#app/domain/people/rights.ts';

/** Finer rules (whose order, which events) belong to the services. */
export type Audience =
  | 'anyone'
  /** Whoever knows the order's unguessable id. */
  | 'order_bearer'
  /** Whoever opened a mailed link. */
  | 'link_bearer'
  /** By signature. */
  | 'provider'
  /** Whoever runs the site, by a token or from the machine itself. */
  | 'operator'
  | 'demo'
  /** A call answers 401 to others, a page says so itself. */
  | 'member'
  | 'staff'
  /** Others get 401 or 403, on a page 'Accés Denegat'. `orPass`: an evening pass opens the call too, and its handler checks the event; `orEndedPass`: also one that has ended. */
  | { right: Right; orPass?: true; orEndedPass?: true };

export function isForTheDoor(audience: Audience): boolean {
  return typeof audience === 'object' && audience.right === 'door';
}

export interface Page {
  /** `/order/:eventId` */
  path: string;
  /** From `app/`. */
  screen: string;
  audience: Audience;
  /** Where one module serves several paths. */
  id?: string;
  /** Rendered once for all guests. `query`: also with this one number asked for. */
  sharedByGuests?: true | { query: string };
  /** Sets the visitor cookie. */
  namesVisitor?: true;
  /** Bytes; 128 kB unless said. */
  formBytes?: number;
  noReturn?: true;
  /** Without header and footer; its own loader and action guard it. */
  bare?: true;
  wasm?: true;
  /** What its skeleton begins with; else plain paper. */
  head?: 'night' | 'event' | 'poster';
  /** Top navigation (spec §2); a smaller place stands further left. */
  nav?: { text: string; place: number };
  /** Rail and cards of the admin pages; each hundred is a group. Its icon is `admin-icon.ts` beside the feature's `routes.ts`. */
  adminNav?: { name: string; text: string; place: number };
  /** The page whose entry in the rail is marked, where the address does not begin with it. */
  under?: string;
}

/** Rendered at the `<Outlet />` of the page `on`. */
export interface Panel {
  on: string;
  screen: string;
}
