import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { RouterContextProvider } from 'react-router';

import { type DataSubject, dataSubjectOf } from '../links/service.server.ts';

/** A form would send `Origin: null` with 'no-referrer' and be refused. */
export const PRIVATE = { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };

export async function subjectOfRequest({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }): Promise<{ deps: Deps; subject: DataSubject | null }> {
  const { deps, actor } = context.get(requestContext);
  return { deps, subject: await dataSubjectOf(deps, { actor, headers: request.headers }) };
}
