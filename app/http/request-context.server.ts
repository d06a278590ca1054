import { createContext } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';
import type { Deps } from '#app/deps.server.ts';

import type { RateLimits } from './guards/rate-limit.server.ts';
import type { RouteTable } from './route-table.server.ts';

/** What went wrong while a page was made, told by the one who caught it to the one who answers. */
export interface Trouble {
  kind: 'none' | 'busy' | 'bug';
}

export interface RequestContext {
  deps: Deps;
  actor: Actor;
  requestId: string;
  /** The network that asks (IPv6: its /64), for limits alone. */
  address: string;
  limits: RateLimits;
  routes: RouteTable;
  /** Names of the kinds of mail, for people. */
  mailNames: ReadonlyMap<string, string>;
  trouble: Trouble;
  /** Marks the scripts that this rendering makes. */
  scriptNonce: string;
}

/** What loaders and actions read: `context.get(requestContext)`. */
export const requestContext = createContext<RequestContext>();
