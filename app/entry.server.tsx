import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';

import { isDatabaseBusy, isDatabaseDiskFull } from './platform/adapters/db/database.server.ts';
import { fullDisk } from './platform/adapters/full-disk.server.ts';
import { orderByPaint } from './platform/http/answers/paint-order.server.ts';
import { requestContext } from './platform/http/request-context.server.ts';
import { AssociationContext } from './design/site-identity/use-association.ts';

/** Not streamed: the content policy, a header, names the hash of every inline script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  let finalStatus = status;
  const { deps, scriptNonce, renderSlot } = loadContext.get(requestContext);
  const { association } = await deps.settings.current();
  const page = (
    <AssociationContext value={association}>
      <ServerRouter context={routerContext} url={request.url} nonce={scriptNonce} />
    </AssociationContext>
  );
  await renderSlot();
  const stream = await renderToReadableStream(page, {
    nonce: scriptNonce,
    // Nothing is put in its place by a script: pictures would come late, shift the page, and be missing without scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      finalStatus = 500;
      logBug(error, loadContext);
    },
  });
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(orderByPaint(await new Response(stream).text()), { status: finalStatus, headers });
}

/** The framework itself would print addresses. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logBug(error, context);
};

function logBug(error: unknown, context: Readonly<RouterContextProvider>): void {
  const { deps, requestId, renderFailure } = context.get(requestContext);
  if (isDatabaseDiskFull(error)) deps.state.get(fullDisk).note(deps.clock.now());
  if (isDatabaseBusy(error)) {
    renderFailure.kind = 'busy';
    deps.log.warn({ requestId, err: error }, 'the database is busy');
    return;
  }
  renderFailure.kind = 'bug';
  deps.log.error({ requestId, err: error }, 'a page failed');
}
