import { createHash } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';

import type { OrderRequest } from './service.server.ts';

export function accountOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.email : null;
}

/** An account, else one browser; an e-mail address identifies nobody. Only a hash of the cookie is kept. */
export function buyerOf(actor: Actor): string | null {
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return actor.visitor === null ? null : `visitor:${createHash('sha256').update(actor.visitor).digest('hex')}`;
}

/** Two requests are the same when everything we read of them is. Visitors change (a lost answer loses its cookie), accounts don't. */
export function requestHashOf(actor: Actor, request: OrderRequest): string {
  const said = {
    account: actor.kind === 'user' ? actor.userId : null,
    eventId: request.eventId,
    email: request.email,
    expectedTotal: request.expectedTotal ?? null,
    userName: request.userName ?? null,
    termsVersion: request.termsVersion ?? null,
    tickets: request.tickets.map((ticket) => ({
      sections: Object.entries(ticket.sections).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      options: ticket.options,
      note: ticket.note ?? null,
    })),
  };
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
