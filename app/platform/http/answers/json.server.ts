import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** With a Content-Length short answers stay uncompressed and leave in one piece. */
export function answerJson(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const body = JSON.stringify(value);
  return c.body(body, status, { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) });
}
