import { Hono } from 'hono';

import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { Refusal } from '#app/http/refusal.server.ts';

import { eventSummarySchema } from './schema.ts';
import { findEvent, listEvents } from './service.server.ts';

const MAX_INT4 = 2_147_483_647;

export function eventRoutes({ app, limits }: EdgeParts): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .get('/events', async (c) => {
      await limits.count('read', c.get('address'));
      const events = await listEvents(app, c.get('actor'));
      return c.json({ events: events.map((event) => eventSummarySchema.parse(event)) }, 200, NEVER_STORED);
    })
    .get('/events/:id', async (c) => {
      await limits.count('read', c.get('address'));
      const event = await findEvent(app, c.get('actor'), eventIdFrom(c.req.param('id')));
      if (!event) throw new Refusal('EVENT_NOT_FOUND');
      return c.json(event, 200, NEVER_STORED);
    });
}

/** Prices and visibility are the caller's own, and stock changes by the second. */
const NEVER_STORED = { 'Cache-Control': 'no-store' };

/** Reads an event id from a path; what can't be one is INVALID_EVENT_ID. */
export function eventIdFrom(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id >= 1 && id <= MAX_INT4)) throw new Refusal('INVALID_EVENT_ID');
  return id;
}
