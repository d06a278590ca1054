import { createContext } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { RateLimits } from './guards/rate-limit.server.ts';
import type { RouteTable } from './route-table.server.ts';

export interface RenderFailure {
  kind: 'none' | 'busy' | 'bug';
}

export interface RequestContext {
  deps: Deps;
  actor: Actor;
  requestId: string;
  address: string;
  limits: RateLimits;
  routes: RouteTable;
  mailNames: ReadonlyMap<string, string>;
  renderFailure: RenderFailure;
  renderSlot: () => Promise<void>;
  scriptNonce: string;
}

export const requestContext = createContext<RequestContext>();
