import { sql } from 'kysely';

import type { PersonalData } from '#app/feature.server.ts';

import { eraseRecipient } from './transfer/store.server.ts';

export const personalData: PersonalData = {
  words: { takenTickets: { title: 'Tiquets que has agafat', fields: { takenAt: 'Agafat', endedAt: 'Acabat' } } },

  async collect(query, { email }) {
    const takenTickets = await query
      .selectFrom('ticketTransfers')
      .innerJoin('tickets', 'tickets.id', 'ticketTransfers.ticketId')
      .innerJoin('events', 'events.id', 'tickets.eventId')
      .select(['events.title as event', 'events.eventDate', 'tickets.ticketNumber', 'ticketTransfers.takenAt', 'ticketTransfers.endedAt', 'ticketTransfers.email'])
      .select([sql<string | null>`case when ended_at is null then given_to end`.as('name'), sql<string | null>`case when ended_at is null then note end`.as('note')])
      .where(sql<string>`lower(ticket_transfers.email)`, '=', email)
      .orderBy('ticketTransfers.takenAt')
      .execute();
    return takenTickets.length === 0 ? {} : { takenTickets };
  },

  async erase(tx, { email, until }) {
    await eraseRecipient(tx, { email, until });
    await tx.deleteFrom('ticketLinks').where(sql<string>`lower(email)`, '=', email).where('createdAt', '<=', until).execute();
    return {};
  },
};
