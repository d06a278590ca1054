import type { Right } from '#app/domain/people/rights.ts';

/** Finer rules (whose order, which events) belong to the services. */
export type Audience =
  | 'anyone'
  /** Whoever knows the order's unguessable id. */
  | 'order_bearer'
  | 'link_bearer'
  | 'provider'
  /** Whoever runs the site, by a token or from the machine itself. */
  | 'operator'
  | 'demo'
  /** A call answers 401 to others, a page says so itself. */
  | 'member'
  | 'staff'
  /**
   * Others get 401 or 403, on a page 'Accés Denegat'. `orPass`: an evening pass opens the call too, and its handler checks the event; `orEndedPass`: also one that has ended.
   * `orShift`: so does a shift, for its event; `orOwnDrawer`: a drawer that one opened in a shift; `orEndedShift`: a shift at the door that is over.
   */
  | { right: Right; orPass?: true; orEndedPass?: true; orShift?: true; orOwnDrawer?: true; orEndedShift?: true };

export function isForTheDoor(audience: Audience): boolean {
  return typeof audience === 'object' && audience.right === 'door';
}

export interface Page {
  path: string;
  screen: string;
  audience: Audience;
  id?: string;
  sharedByGuests?: true | { query: string };
  namesVisitor?: true;
  formBytes?: number;
  noReturn?: true;
  bare?: true;
  wasm?: true;
  head?: 'night' | 'event' | 'poster';
  /** Top navigation (spec §2), in ascending order. */
  nav?: { text: string; order: number };
  adminNav?: { name: string; text: string; order: number };
  under?: string;
}

export interface Panel {
  on: string;
  screen: string;
}
