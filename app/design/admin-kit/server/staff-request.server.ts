import type { RouterContextProvider } from 'react-router';

import type { Deps } from '#app/platform/deps.server.ts';
import type { Right } from '#app/domain/people/rights.ts';
import { requireRightOnPage, type Staff } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { redirectWithMessage } from './flash.server.ts';

interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

export interface StaffRequest<R extends Right> {
  deps: Deps;
  staff: Staff<R>;
  query: URLSearchParams;
  done(to: string, message: string): Response;
  doneAnew(to: string, message: string): Response;
}

export function staffOf<R extends Right>({ context, request, url }: RouteArgs, right: R): StaffRequest<R> {
  const { deps, actor } = context.get(requestContext);
  return {
    deps,
    staff: requireRightOnPage({ actor, request, right }),
    query: url.searchParams,
    done: (to, message) => redirectWithMessage(to, message, deps.env.publicUrl),
    doneAnew(to, message) {
      const response = redirectWithMessage(to, message, deps.env.publicUrl);
      response.headers.set('X-Remix-Reload-Document', 'true');
      return response;
    },
  };
}
