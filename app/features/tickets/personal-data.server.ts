import { sql } from 'kysely';

import type { PersonalData } from '#app/feature.server.ts';

import { eraseRecipientAddress } from './transfer/store.server.ts';

export const personalData: PersonalData = {
  async collect(query, { email }) {
    const takenTickets = await query
      .selectFrom('ticketTransfers')
      .innerJoin('tickets', 'tickets.id', 'ticketTransfers.ticketId')
      .innerJoin('events', 'events.id', 'tickets.eventId')
      .select(['events.title as event', 'events.eventDate', 'tickets.ticketNumber', 'tickets.givenTo as name', 'ticketTransfers.takenAt', 'ticketTransfers.endedAt', 'ticketTransfers.email'])
      .where(sql<string>`lower(ticket_transfers.email)`, '=', email)
      .orderBy('ticketTransfers.takenAt')
      .execute();
    return takenTickets.length === 0 ? {} : { takenTickets };
  },

  async erase(tx, { email, until }) {
    await eraseRecipientAddress(tx, { email, until });
    await tx.deleteFrom('ticketLinks').where(sql<string>`lower(email)`, '=', email).where('createdAt', '<=', until).execute();
    return {};
  },
};
