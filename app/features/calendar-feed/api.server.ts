import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { personalFeed, PUBLIC_FEED_PATH, publicFeed } from './service.server.ts';

const ICALENDAR = { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } };
const TYPE = { 'Content-Type': 'text/calendar; charset=utf-8' };

export const calls: readonly Call[] = [
  call('GET', PUBLIC_FEED_PATH, {
    audience: 'anyone',
    openapi: { summary: 'The events that every visitor may see, to subscribe to', responses: { 200: ICALENDAR, ...problems(429, 500, 503) } },
    async handle(c, { deps }) {
      return c.body(await publicFeed(deps), 200, { ...TYPE, 'Cache-Control': 'public, max-age=300' });
    },
  }),
  call('GET', '/api/calendar/:token', {
    audience: 'link_bearer',
    headers: PRIVATE_LINK,
    openapi: {
      summary: 'The events that the person of this address may see, to subscribe to',
      parameters: [pathParameter('token', { type: 'string', format: 'uuid' })],
      responses: { 200: ICALENDAR, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const feed = await personalFeed(deps, c.req.param('token'));
      if (feed === null) throw new Refusal('NOT_FOUND');
      return c.body(feed, 200, TYPE);
    },
  }),
];
