import { Hono } from 'hono';

import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { requireAdmin } from '#app/http/guards/guards.server.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';

import { findTicketToPrint } from './print/print-ticket.server.ts';
import { calendarOfTicket } from './my-tickets/my-tickets.server.ts';

const NEVER_STORED = { 'Cache-Control': 'private, no-store' };

export function ticketRoutes({ deps }: Pick<EdgeParts, 'deps'>): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .get('/my-tickets/:number/calendar', async (c) => {
      if (c.get('actor').kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
      const calendar = await calendarOfTicket(deps, c.get('actor'), c.req.param('number'));
      if (calendar === null) throw new Refusal('TICKET_NOT_FOUND');
      return c.body(calendar, 200, {
        ...NEVER_STORED,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="comboi.ics"',
      });
    })
    .get('/admin/tickets/:number', async (c) => {
      const admin = requireAdmin(c.get('actor'));
      const ticket = await findTicketToPrint(deps, admin, c.req.param('number'));
      if (ticket === null) throw new Refusal('TICKET_NOT_FOUND');
      return c.json(ticket, 200, NEVER_STORED);
    });
}
