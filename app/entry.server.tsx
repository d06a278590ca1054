import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Renders a page whole, not streamed: the content policy names the hash of every inline script, so all of the HTML
 * must be known before the first header is sent.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let finalStatus = status;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    onError() {
      finalStatus = 500;
    },
  });
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await new Response(stream).text(), { status: finalStatus, headers });
}
