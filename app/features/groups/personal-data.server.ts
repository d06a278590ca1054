import { type RawBuilder, sql } from 'kysely';

import type { PersonalData, Person } from '#app/feature.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

export const personalData: PersonalData = {
  words: { groups: { title: 'Colles', fields: { group: 'Colla' } } },

  async collect(query, person) {
    return { groups: await selectNames(query, person) };
  },

  async erase(tx, { email, today, until }) {
    const isStatedLater = sql<boolean>`(orders.created_at > ${until} or exists (select from audit a where a.subject = 'order' and a.subject_id = orders.id::text and a.action = 'group.joined' and a.at > ${until}))`;
    await sql`
      update order_groups set first_name = null from orders join events on events.id = orders.event_id
      where orders.id = order_groups.order_id and ${ofPerson(email)} and (events.event_date < ${today}::date or not ${isStatedLater})`.execute(tx);
    return {};
  },
};

function ofPerson(email: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(orders.email) = ${email} or orders.user_id in (select id from users where email = ${email}))`;
}

async function selectNames(query: Query, { email }: Person) {
  const { rows } = await sql<{ orderNumber: string; group: string | null; firstName: string | null }>`
    select orders.order_number, event_groups.name as "group", order_groups.first_name
    from order_groups join orders on orders.id = order_groups.order_id left join event_groups on event_groups.id = order_groups.group_id
    where ${ofPerson(email)} order by orders.created_at`.execute(query);
  return rows;
}
