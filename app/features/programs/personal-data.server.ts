import { type RawBuilder, sql } from 'kysely';

import { MESSAGE_NAMES } from '#app/domain/programs/message.ts';
import type { PersonalData, Person } from '#app/feature.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

export const personalData: PersonalData = {
  words: {
    toldToPrograms: {
      title: 'Què hem dit a altres programes',
      fields: { at: 'Quan', what: 'Què', about: 'De què', withName: 'Amb el teu nom' },
      codes: { what: MESSAGE_NAMES },
      knownBy: ['what'],
    },
  },

  async collect(query, person) {
    return { toldToPrograms: await selectReported(query, person) };
  },

  /** What still waits names nobody, and is told without a name from now on. */
  async erase(tx, { email }) {
    const { numAffectedRows } = await sql`delete from webhook_deliveries d where (d.delivered_at is not null or d.given_up_at is not null) and ${ofPerson(email)}`.execute(tx);
    return { webhookDeliveries: Number(numAffectedRows ?? 0n) };
  },
};

function ofPerson(email: string): RawBuilder<boolean> {
  return sql<boolean>`d.data->>'orderNumber' in (select order_number from orders where lower(orders.email) = ${email} or orders.user_id in (select id from users where email = ${email}))`;
}

async function selectReported(query: Query, { email }: Person) {
  const { rows } = await sql<{ at: Date; what: string; about: string; withName: boolean }>`
    select d.happened_at as at, d.type as what, d.subject as about, w.people as with_name
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.delivered_at is not null and ${ofPerson(email)} order by d.position`.execute(query);
  return rows;
}
