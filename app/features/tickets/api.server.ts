import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { jsonOf, problems, TICKET_NUMBER } from '#app/platform/http/openapi/openapi.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { printableTicketSchema } from '#app/design/ticket-rendering/printable-ticket.ts';

import { RECIPIENT_KEY, walletCalls } from './wallet/api.server.ts';
import { findTicketToPrint } from './print/print-ticket.server.ts';
import { calendarOfTicket, printMyEvent } from './my-tickets/my-tickets.server.ts';
import { calendarOfReceived } from './service.server.ts';

const CALENDAR = { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } };

function calendarHeaders(filename: string): Record<string, string> {
  return { 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': `attachment; filename="${filename}"` };
}

export const calls: readonly Call[] = [
  call('GET', '/api/my-tickets/:number/calendar', {
    audience: 'member',
    openapi: {
      summary: "The event of one's own ticket for a calendar; for whoever is signed in",
      parameters: [TICKET_NUMBER],
      responses: { 200: CALENDAR, ...problems(401, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const calendar = await calendarOfTicket(deps, c.get('actor'), c.req.param('number'));
      if (calendar === null) throw new Refusal('TICKET_NOT_FOUND');
      return c.body(calendar, 200, calendarHeaders('comboi.ics'));
    },
  }),
  call('GET', '/api/taken-tickets/:key/calendar', {
    audience: 'link_bearer',
    headers: { 'Referrer-Policy': 'no-referrer' },
    openapi: { summary: 'The event of a ticket that somebody was given, for a calendar', parameters: [RECIPIENT_KEY], responses: { 200: CALENDAR, ...problems(404, 429, 500, 503) } },
    async handle(c, { deps }) {
      const calendar = await calendarOfReceived(deps, c.req.param('key'));
      if (calendar === null) throw new Refusal('TICKET_NOT_FOUND');
      return c.body(calendar, 200, calendarHeaders('acte.ics'));
    },
  }),
  call('GET', '/api/my-tickets/:number/event.pdf', {
    audience: 'member',
    openapi: {
      summary: "One's own tickets for the event of one of them, as one document; for whoever is signed in",
      parameters: [TICKET_NUMBER],
      responses: { 200: { description: 'PDF', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } }, ...problems(401, 404, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const printed = await printMyEvent(deps, { actor: c.get('actor'), ticketNumber: c.req.param('number'), network: c.get('address'), limits, signal: c.req.raw.signal });
      if (printed.outcome === 'nothing') throw new Refusal('TICKET_NOT_FOUND');
      if (printed.outcome === 'later') throw new Refusal('RATE_LIMITED', { retryAfterSeconds: printed.retryAfterSeconds });
      return c.body(new Uint8Array(printed.pdf), 200, { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="tiquets.pdf"' });
    },
  }),
  ...walletCalls,
  call('GET', '/api/admin/tickets/:number', {
    audience: { right: 'admin' },
    openapi: {
      summary: 'Any ticket as it is printed; for admins, and leaves a row in the audit',
      parameters: [TICKET_NUMBER],
      responses: { 200: { description: 'The ticket', content: jsonOf(printableTicketSchema) }, ...problems(401, 403, 404, 409, 500, 503) },
    },
    async handle(c, { deps }) {
      const found = await findTicketToPrint(deps, requireAdmin(c.get('actor')), c.req.param('number'));
      if (found.outcome === 'not_found') throw new Refusal('TICKET_NOT_FOUND');
      if (found.outcome === 'not_valid') throw new Refusal('TICKET_NOT_VALID', { message: `Este tiquet no val: ${found.label}` });
      return c.json(found.ticket);
    },
  }),
];
