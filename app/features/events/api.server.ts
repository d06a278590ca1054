import { Hono } from 'hono';

import { parseEventId } from '#app/domain/event/event-id.ts';
import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';

import { eventSummarySchema } from './schema.ts';
import { findEvent, listEvents } from './service.server.ts';

export function eventRoutes({ deps, limits }: EdgeParts): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .get('/events', async (c) => {
      await limits.count('read', c.get('address'));
      const events = await listEvents(deps, c.get('actor'));
      return c.json({ events: events.map((event) => eventSummarySchema.parse(event)) }, 200, NEVER_STORED);
    })
    .get('/events/:id', async (c) => {
      await limits.count('read', c.get('address'));
      const event = await findEvent(deps, c.get('actor'), eventIdFrom(c.req.param('id')));
      if (!event) throw new Refusal('EVENT_NOT_FOUND');
      return c.json(event, 200, NEVER_STORED);
    });
}

/** Prices and visibility are the caller's own, and stock changes by the second. */
const NEVER_STORED = { 'Cache-Control': 'no-store' };

function eventIdFrom(text: string): number {
  const id = parseEventId(text);
  if (id === null) throw new Refusal('INVALID_EVENT_ID');
  return id;
}
