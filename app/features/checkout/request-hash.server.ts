import { createHash } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';

import type { OrderRequest } from './order-request.ts';

export function accountOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.email : null;
}

/** With the account, without the visitor: a lost answer may have been the one that brought the cookie. */
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
