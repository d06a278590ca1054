import { type RawBuilder, sql } from 'kysely';

import { ALLERGEN_NAMES, DIET_NAMES } from '#app/domain/food/allergens.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { PersonalData, Person } from '#app/feature.server.ts';
import { eraseMailsOfOrders } from '#app/features/mail/service.server.ts';
import { writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

const STATUS_WORDS: Readonly<Record<OrderStatus | TicketStatus, string>> = {
  draft: 'esborrany',
  pending_payment: 'pendent de pagar',
  paid: 'pagada',
  completed: 'completada',
  active: 'vàlid',
  used: 'usat',
  cancelled: 'cancel·lat',
  refunded: 'retornat',
};

export const personalData: PersonalData = {
  words: {
    orders: {
      title: 'Comandes',
      fields: {
        userName: 'A nom de',
        totalAmount: 'Import',
        termsVersion: 'Condicions acceptades',
        paidAt: 'Pagada',
        tickets: 'Tiquets',
        price: 'Preu',
        discount: 'Descompte',
        usedAt: 'Ha entrat',
        noteName: 'Per a qui',
        givenTo: 'Donat a',
        menu: 'Plats',
        sectionName: 'Secció',
        items: 'Plats',
        extras: 'Extres',
        allergens: 'Al·lèrgens del plat',
        diets: 'Dieta del plat',
      },
      codes: { status: STATUS_WORDS, allergens: ALLERGEN_NAMES, diets: DIET_NAMES },
      formats: { totalAmount: 'amount', price: 'amount', discount: 'amount' },
      knownBy: ['sectionName'],
      hidden: ['sectionId', 'emoji'],
    },
  },

  async collect(query, person) {
    const orders = await ordersOf(query, person).execute();
    const tickets = Map.groupBy(await selectTickets(query, orders.map(({ id }) => id)), ({ orderId }) => orderId);
    return { orders: orders.map(({ id, ...order }) => ({ ...order, tickets: (tickets.get(id) ?? []).map(({ orderId: _orderId, ...ticket }) => ticket) })) };
  },

  async rename(tx, { email }, name) {
    await tx.updateTable('orders').set({ userName: name }).where(ofPerson(email)).where('userName', 'is not', null).execute();
  },

  async erase(tx, person) {
    const erased = await eraseOrders(tx, person);
    await eraseMailsOfOrders(tx, erased);
    await writeAudits(tx, erased.map((subjectId) => ({ at: person.now, actor: 'operator', action: 'buyer.erased', subject: 'order', subjectId })));
    return { orders: erased.length };
  },

  async waiting(query, person) {
    const needed = await ordersOf(query, person).where(isNeeded(person.today)).execute();
    return needed.map(({ orderNumber, eventTitle, eventDate, email }) => `${orderNumber}, ${eventTitle}, ${eventDate}${email === null || email.toLowerCase() === person.email ? '' : `, bought with ${email}: to be erased by that address`}`);
  },
};

function ofPerson(email: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(orders.email) = ${email} or orders.user_id in (select id from users where email = ${email}))`;
}

/** Until its event is over: for tickets that are valid, and for money that may still come or has to go back. */
function isNeeded(today: string): RawBuilder<boolean> {
  return sql<boolean>`(events.event_date >= ${today}::date and (
    orders.status in ('draft', 'pending_payment')
    or exists (select from tickets where tickets.order_id = orders.id and tickets.status in ('active', 'used'))
    or exists (select from payments where payments.order_id = orders.id and payments.status in ('creating', 'open', 'processing'))
    or exists (select from refunds where refunds.order_id = orders.id and refunds.status in ('due', 'pending'))
    or exists (select from payment_cases where payment_cases.order_id = orders.id and payment_cases.settled_at is null)
    or orders.id in (select order_id from owed_in_person())))`;
}

function ordersOf(query: Query | Tx, { email, until }: Person) {
  return query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.email', 'orders.userName', 'orders.role', 'orders.status', 'orders.totalAmount', 'orders.termsVersion', 'orders.createdAt', 'orders.paidAt'])
    .select(['events.title as eventTitle', 'events.eventDate'])
    .where(ofPerson(email))
    .where('orders.createdAt', '<=', until)
    .orderBy('orders.createdAt');
}

async function selectTickets(query: Query, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return query
    .selectFrom('tickets')
    .select(['orderId', 'ticketNumber', 'price', 'discount', 'status', 'usedAt', 'note', 'noteName', 'givenTo', 'menuSelection as menu', 'extrasSelection as extras'])
    .where('orderId', 'in', [...orderIds])
    .orderBy('orderId')
    .orderBy('position')
    .execute();
}

/** Sums and tickets stay for the books. */
async function eraseOrders(tx: Tx, { email, today, until }: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with erased as (
      update orders set email = '', user_name = null, buyer = null, user_id = null, network_hash = null
      from events where events.id = orders.event_id and not ${isNeeded(today)} and orders.created_at <= ${until} and ${ofPerson(email)}
      returning orders.id
    ), noteless as (
      update tickets set note = null, note_name = null, given_to = case when given_to is not null then '' end,
        menu_selection = case jsonb_typeof(menu_selection) when 'object' then menu_selection - 'note' else menu_selection end
      where order_id in (select id from erased)
    )
    select id from erased`.execute(tx);
  return rows.map(({ id }) => id);
}
