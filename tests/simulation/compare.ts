import { sql } from 'kysely';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { MAILS_AT_ONCE } from '#app/platform/adapters/mail/mailer.server.ts';
import { violations } from '#tests/support/app/invariants.ts';

import { differs } from './difference.ts';
import { holdersOf, ordersOf, placesOf, portionsOf, type ModelOrder } from './model.ts';
import type { World } from './world.ts';

interface StoredOrder {
  id: string;
  status: string;
  total: number;
  /** Charged at the bank, and given back there. */
  charged: number;
  returned: number;
  tickets: { number: string; status: string }[];
  mails: number;
}

/** After a day: what the model knows, what the database holds, what the bank took and what was mailed are the same. */
export async function compare(world: World): Promise<void> {
  const stored = await storedOrders(world);
  for (const order of world.model.orders.values()) compareOrder(world, order, stored.get(order.id));
  for (const order of stored.values()) {
    if (world.model.orders.has(order.id)) continue;
    // The answer of its order was lost, and with it the way to pay.
    if (order.charged !== 0 || order.status === 'paid') throw differs(world, `order ${order.id}, of which nobody was told, is ${order.status} with ${order.charged} charged`);
  }
  for (const event of world.model.events.values()) await compareEvent(world, event.id);
  compareMails(world);
}

/** Each once, except that a process which was killed between sending and noting may leave copies. */
function compareMails({ mails, faults, record, clock }: World): void {
  const copies = mails.length - new Set(mails.map(({ id }) => id)).size;
  if (copies > MAILS_AT_ONCE * (faults.thrown.get('killed') ?? 0)) throw differs({ record, clock }, `of the ${mails.length} mails that arrived ${copies} are copies`);
}

export async function askTheDoctor(world: World): Promise<void> {
  const broken = await violations(world.site);
  if (broken.length > 0) throw differs(world, `the doctor finds ${broken.join('; ')}`);
}

function compareOrder(world: World, order: ModelOrder, stored: StoredOrder | undefined): void {
  const about = { orderId: order.id };
  if (stored === undefined) throw differs(world, `order ${order.number} was acknowledged and is gone`, about);
  settleByTime(world, order, stored);
  // Of an event that was called off, what was paid by hand stays paid until somebody asks for it at the till.
  const expected = { pending: ['pending_payment'], paid: ['paid', 'completed'], ended: ['cancelled'], refunded: ['refunded'], cancelled: order.total > 0 && order.means !== 'card' ? ['cancelled', 'refunded', 'paid'] : ['cancelled', 'refunded'] }[order.state];
  if (!expected.includes(stored.status)) throw differs(world, `order ${order.number} should be ${order.state} and is ${stored.status}`, about);
  if (stored.total !== order.total) throw differs(world, `order ${order.number} of ${order.total} is stored with ${stored.total}`, about);
  if (order.means === 'card' && stored.charged - stored.returned !== order.paid - order.back) {
    throw differs(world, `for order ${order.number} the bank took ${stored.charged} and gave back ${stored.returned}, and it should hold ${order.paid - order.back}`, about);
  }
  const states = new Map(stored.tickets.map(({ number, status }) => [number, status]));
  for (const ticket of order.tickets) {
    const status = { valid: 'active', used: 'used', refunded: 'refunded', cancelled: 'cancelled' }[ticket.state];
    if (states.get(ticket.number) !== status) throw differs(world, `ticket ${ticket.number} should be ${status} and is ${states.get(ticket.number)}`, about);
  }
  if (order.state === 'paid' && order.email !== null && !order.isCorrected && !mailsExpected(order).includes(stored.mails)) throw differs(world, `the tickets of ${order.number} were mailed ${stored.mails} times`, about);
}

/** Whoever gives all tickets away before the mail leaves has none to be sent. */
const mailsExpected = ({ tickets }: ModelOrder): number[] => (tickets.every(({ oldIds }) => oldIds.length > 0) ? [0, 1] : [1]);

/** What no answer could tell: a hold that ran out, money that came too late or into an event that was called off. */
function settleByTime(world: World, order: ModelOrder, stored: StoredOrder): void {
  if (order.state !== 'pending') return withdrawOrder(world, order);
  if (!order.isPaidAtBank) {
    if (order.heldUntil !== null && order.heldUntil <= world.clock.now()) order.state = 'ended';
    return;
  }
  order.paid = order.total;
  const isLost = world.model.events.get(order.eventId)!.state === 'withdrawn' || stored.status === 'refunded';
  order.state = isLost ? 'refunded' : 'paid';
  if (isLost) order.back = order.total;
}

function withdrawOrder(world: World, order: ModelOrder): void {
  if (world.model.events.get(order.eventId)!.state !== 'withdrawn' || order.state !== 'paid') return;
  const isByCard = order.means === 'card';
  for (const ticket of order.tickets) {
    if (ticket.state !== 'valid' && ticket.state !== 'used') continue;
    ticket.state = isByCard ? 'refunded' : 'cancelled';
  }
  if (isByCard) order.back = order.paid;
  order.state = isByCard ? 'refunded' : 'cancelled';
}

async function compareEvent(world: World, eventId: number): Promise<void> {
  const { query } = world.site.db;
  const event = world.model.events.get(eventId)!;
  const orders = ordersOf(world.model, eventId);
  const places = placesOf(world.model, eventId);
  if (event.maxTickets !== null && holdersOf(orders).length > event.maxTickets) throw differs(world, `event ${eventId} of ${event.maxTickets} places has ${holdersOf(orders).length} holders`, { eventId });
  const { sold: counted, setAside } = await query.selectFrom('eventStock').select(['sold', 'setAside']).where('eventId', '=', eventId).executeTakeFirstOrThrow();
  // While somebody waits, no place that gets free is for sale.
  const sold = counted - setAside;
  const waiting = await query.selectFrom('waitingParties').select(['status', 'places', 'offeredPlaces']).where('eventId', '=', eventId).where('status', 'in', ['offered', 'waiting']).orderBy('queueNumber').execute();
  const offered = waiting.reduce((sum, { status, offeredPlaces }) => sum + (status === 'offered' ? (offeredPlaces ?? 0) : 0), 0);
  if (event.state === 'open' && sold !== places + offered) throw differs(world, `event ${eventId} counts ${sold} places; ${places} are held or sold, and ${offered} offered`, { eventId });
  const first = waiting.find(({ status }) => status === 'waiting');
  const isOnSale = event.state === 'open' && event.date > dayInMadrid(world.clock.now());
  if (isOnSale && first !== undefined && (event.maxTickets === null || first.places <= event.maxTickets - sold)) throw differs(world, `somebody waits for ${first.places} places of event ${eventId} that are free`, { eventId });
  for (const { id, name, places: limit } of event.dishes) {
    const portions = portionsOf(world.model, eventId).get(id) ?? 0;
    if (limit !== null && portions > limit) throw differs(world, `${portions} portions of ${name} of ${limit}`, { eventId });
  }
}

async function storedOrders(world: World): Promise<Map<string, StoredOrder>> {
  const ids = [...world.model.events.keys()];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredOrder>`
    select o.id, o.status, o.total_amount as total,
      coalesce((select sum(c.amount) from sandbox_charges c join sandbox_sessions s on s.id = c.session_id where s.reference = o.id::text), 0)::int as charged,
      coalesce((select sum(r.amount) from sandbox_refunds r join sandbox_charges c on c.id = r.charge_id join sandbox_sessions s on s.id = c.session_id where s.reference = o.id::text), 0)::int as returned,
      (select count(*) from mails m where m.order_id = o.id and m.cause = 'sale' and m.status = 'sent')::int as mails,
      coalesce((select jsonb_agg(jsonb_build_object('number', t.ticket_number, 'status', t.status)) from tickets t where t.order_id = o.id), '[]') as tickets
    from orders o where o.event_id in (${sql.join(ids)})`.execute(world.site.db.query);
  return new Map(rows.map((row) => [row.id, row]));
}
