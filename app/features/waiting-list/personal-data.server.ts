import { sql } from 'kysely';

import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import type { PersonalData, Person } from '#app/feature.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

import { LIVE } from './store.server.ts';

const STATUS_WORDS: Readonly<Record<WaitlistStatus, string>> = {
  unconfirmed: 'sense confirmar',
  waiting: 'esperant',
  offered: 'amb una oferta oberta',
  taken: 'amb la comanda feta',
  expired: 'caducat',
  left: "te n'has eixit",
  removed: 'llevat',
  ended: 'acabat',
};

export const personalData: PersonalData = {
  words: { waitingLists: { title: "Llistes d'espera", fields: { places: 'Places' }, codes: { status: STATUS_WORDS } } },

  async collect(query, person) {
    return { waitingLists: await selectEntries(query, person) };
  },

  async erase(tx, { email, today }) {
    await sql`
      update waiting_parties set email = null from events
      where events.id = waiting_parties.event_id and lower(waiting_parties.email) = ${email}
        and (events.event_date < ${today} or waiting_parties.status not in (${sql.join(LIVE)}))`.execute(tx);
    return {};
  },

  async waiting(query, person) {
    const coming = (await selectEntries(query, person)).filter(({ eventDate, status }) => eventDate >= person.today && LIVE.includes(status));
    return coming.map(({ eventTitle, eventDate }) => `the waiting list of ${eventTitle}, ${eventDate}`);
  },
};

async function selectEntries(query: Query | Tx, { email }: Person) {
  return query
    .selectFrom('waitingParties')
    .innerJoin('events', 'events.id', 'waitingParties.eventId')
    .select(['events.title as eventTitle', 'events.eventDate', 'waitingParties.places', 'waitingParties.status'])
    .where(sql<string>`lower(waiting_parties.email)`, '=', email)
    .execute();
}
