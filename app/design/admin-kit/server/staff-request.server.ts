import type { RouterContextProvider } from 'react-router';

import type { Deps } from '#app/platform/deps.server.ts';
import type { Right } from '#app/domain/people/rights.ts';
import { type Reaching, requireHandOnPage, requireRightOnPage, type ShiftedRight, type Staff } from '#app/platform/http/guards/guards.server.ts';
import type { Audience } from '#app/platform/http/page.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { redirectWithMessage } from './flash.server.ts';

interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

interface RequestParts {
  deps: Deps;
  query: URLSearchParams;
  done(to: string, message: string): Response;
  doneAnew(to: string, message: string): Response;
}

export interface StaffRequest<R extends Right> extends RequestParts {
  staff: Staff<R>;
}

export interface HandRequest<R extends ShiftedRight> extends RequestParts, Reaching<R> {}

export function staffOf<R extends Right>(args: RouteArgs, right: R): StaffRequest<R> {
  const { actor } = args.context.get(requestContext);
  return { ...partsOf(args), staff: requireRightOnPage({ actor, request: args.request, right }) };
}

/** On a page that a shift opens, too. */
export function handOf<R extends ShiftedRight>(args: RouteArgs, audience: Audience & { right: R }): HandRequest<R> {
  const { actor } = args.context.get(requestContext);
  return { ...partsOf(args), ...requireHandOnPage({ actor, request: args.request, audience }) };
}

function partsOf({ context, url }: RouteArgs): RequestParts {
  const { deps } = context.get(requestContext);
  return {
    deps,
    query: url.searchParams,
    done: (to, message) => redirectWithMessage(deps, to, message),
    doneAnew(to, message) {
      const response = redirectWithMessage(deps, to, message);
      response.headers.set('X-Remix-Reload-Document', 'true');
      return response;
    },
  };
}
