import { createContext, type RouterContextProvider } from 'react-router';

import type { PasswordAsk } from '#app/design/admin-kit/form/form-reply.ts';
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
  /** Null when the password was typed lately or came with this form, which keeps it no longer. */
  askPasswordAgain: (args: { context: Readonly<RouterContextProvider>; request: Request }, form: FormData) => Promise<PasswordAsk | null>;
  routes: RouteTable;
  mailNames: ReadonlyMap<string, string>;
  renderFailure: RenderFailure;
  renderSlot: () => Promise<void>;
  scriptNonce: string;
}

export const requestContext = createContext<RequestContext>();
