import { parseEventId } from '#app/domain/event/event-id.ts';
import { holdsAccessCode } from '#app/features/vouchers/link/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { namesEtag } from '#app/platform/http/headers/etag.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { type EventPicture, findEventPicture } from './service.server.ts';

const BINARY = { schema: { type: 'string', format: 'binary' } };

export const calls: readonly Call[] = [
  call('GET', '/pictures/events/:id/:name', {
    audience: 'anyone',
    openapi: {
      summary: "An event's picture, uploaded or drawn: card.jpg, page.jpg or preview.jpg (1200 by 630); what the caller may not see is not there",
      parameters: [pathParameter('id', { type: 'integer' }), pathParameter('name', { type: 'string' })],
      responses: { 200: { description: 'The picture', content: { 'image/jpeg': BINARY, 'image/webp': BINARY } }, 304: { description: 'The one already there' }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const eventId = parseEventId(c.req.param('id'));
      const size = /^([a-z]+)\.jpg$/.exec(c.req.param('name'))?.[1];
      const picture = eventId === null || size === undefined ? null : await findEventPicture(deps, c.get('actor'), { eventId, size, byAccessCode: await holdsAccessCode(deps, c.req.raw.headers, eventId) });
      if (picture === null) throw new Refusal('NOT_FOUND');
      const etag = `"${picture.version}"`;
      const headers = {
        'Content-Type': picture.mediaType,
        'Cache-Control': cacheControl(picture, c.req.query('v')),
        ETag: etag,
        // Mails and chats show those of public events.
        'Cross-Origin-Resource-Policy': picture.isPublic ? 'cross-origin' : 'same-origin',
      };
      if (namesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
      return c.body(picture.body as Uint8Array<ArrayBuffer>, 200, headers);
    },
  }),
];

function cacheControl({ isPublic, version }: EventPicture, requested: string | undefined): string {
  if (!isPublic) return 'private, no-cache';
  return requested === version ? 'public, max-age=604800, immutable' : 'public, max-age=60';
}
