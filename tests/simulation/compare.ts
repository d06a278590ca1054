import { sql } from 'kysely';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { MAILS_AT_ONCE } from '#app/platform/adapters/mail/mailer.server.ts';
import { violations } from '#tests/support/app/invariants.ts';

import { compareDelivered } from './actors/programmer.ts';
import { differs } from './difference.ts';
import { holdersOf, isUnused, leftOf, type ModelEvent, type ModelOrder, ordersOf, owedOf, placesOf, portionsOf, costOf, type Takings } from './model.ts';
import { reminderProblem } from './reminders.ts';
import type { World } from './world.ts';

interface StoredOrder {
  id: string;
  status: string;
  total: number;
  /** Charged at the bank, and given back there. */
  charged: number;
  returned: number;
  tickets: { number: string; status: string; price: number; dishes: string[] }[];
  mails: number;
  /** By the day of the event that they remind of. */
  reminders: string[];
}

const ENDS_OF_UNCERTAIN = 3;

/** After a day: what the model knows, what the database holds, what the bank took and what was mailed are the same. */
export async function compare(world: World): Promise<void> {
  const stored = await storedOrders(world);
  for (const order of world.model.orders.values()) compareOrder(world, order, stored.get(order.id));
  for (const order of stored.values()) {
    if (world.model.orders.has(order.id)) continue;
    // The answer of its order was lost, and with it the way to pay.
    if (order.charged !== 0 || order.status === 'paid') throw differs(world, `order ${order.id}, of which nobody was told, is ${order.status} with ${order.charged} charged`);
  }
  await compareEvents(world);
  await compareOwed(world);
  await compareDrawers(world);
  compareDelivered(world);
  compareMails(world);
  await compareUncertainMails(world);
}

async function compareOwed(world: World): Promise<void> {
  const { rows } = await sql<{ orderId: string; amount: number }>`select order_id as "orderId", sum(amount)::int as amount from owed_in_person() group by order_id`.execute(world.site.db.query);
  const listed = new Map(rows.map(({ orderId, amount }) => [orderId, amount]));
  for (const order of world.model.orders.values()) {
    const owed = owedOf(world.model, order);
    if (owed !== (listed.get(order.id) ?? 0)) throw differs(world, `for order ${order.number} ${owed} are owed in person, and the list says ${listed.get(order.id) ?? 0}`, { orderId: order.id });
  }
}

/** What lies in each drawer, by its lines or as it was closed; a count never changes afterwards. */
async function compareDrawers(world: World): Promise<void> {
  const { query } = world.site.db;
  const stored = await query.selectFrom('tillSessions').select(['id', 'closedAt', 'expectedCash', 'expectedTerminal', 'expectedBizum', 'countedCash', 'countedTerminal', 'countedBizum']).execute();
  for (const { id, closedAt, ...sums } of stored) {
    const expected = { cash: sums.expectedCash, terminal: sums.expectedTerminal, bizum: sums.expectedBizum };
    const counted = { cash: sums.countedCash, terminal: sums.countedTerminal, bizum: sums.countedBizum };
    const drawer = world.model.drawers.get(id);
    if (drawer === undefined) continue;
    const { name, cash, terminal, bizum } = drawer;
    if ((closedAt !== null) !== (drawer.state === 'closed')) throw differs(world, `${name} should be ${drawer.state}`);
    if (drawer.state === 'closed' && !isSame(expected, { cash, terminal, bizum })) throw differs(world, `${name} held ${JSON.stringify({ cash, terminal, bizum })}, and was closed with ${JSON.stringify(expected)}`);
    if (drawer.state === 'closed' && !isSame(counted, drawer.counted)) throw differs(world, `in ${name} ${JSON.stringify(drawer.counted)} were counted, and ${JSON.stringify(counted)} are kept`);
  }
}

function isSame(one: { [Means in keyof Takings]: number | null }, other: Takings | null): boolean {
  return one.cash === other?.cash && one.terminal === other?.terminal && one.bizum === other?.bizum;
}

/** Each once, except that a process which was killed between sending and noting may leave copies. */
function compareMails({ mails, faults, record, clock }: World): void {
  const copies = mails.length - new Set(mails.map(({ id }) => id)).size;
  if (copies > MAILS_AT_ONCE * (faults.thrown.get('killed') ?? 0)) throw differs({ record, clock }, `of the ${mails.length} mails that arrived ${copies} are copies`);
}

/** What a process was about to send three times when it ended is left to a person. */
async function compareUncertainMails(world: World): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from mails where failure = 'uncertain'`.execute(world.site.db.query);
  const ended = (['killed', 'cut', 'restart', 'restored'] as const).reduce((sum, kind) => sum + (world.faults.thrown.get(kind) ?? 0), 0);
  if (ENDS_OF_UNCERTAIN * Math.ceil(rows.length / MAILS_AT_ONCE) > ended) throw differs(world, `${rows.length} mails were given up as uncertain, where a process ended only ${ended} times`);
}

export async function askTheDoctor(world: World): Promise<void> {
  const broken = await violations({ ...world.site, sandbox: world.site.deps.payments });
  if (broken.length > 0) throw differs(world, `the doctor finds ${broken.join('; ')}`);
}

function compareOrder(world: World, order: ModelOrder, stored: StoredOrder | undefined): void {
  const about = { orderId: order.id };
  if (stored === undefined) throw differs(world, `order ${order.number} was acknowledged and is gone`, about);
  settleByTime(world, order, stored);
  const expected = { pending: ['pending_payment'], paid: ['paid', 'completed'], ended: ['cancelled'], refunded: ['refunded'], cancelled: ['cancelled', 'refunded'] }[order.state];
  if (!expected.includes(stored.status)) throw differs(world, `order ${order.number} should be ${order.state} and is ${stored.status}`, about);
  if (stored.total !== order.total) throw differs(world, `order ${order.number} of ${order.total} is stored with ${stored.total}`, about);
  if (order.means === 'card' && stored.charged - stored.returned !== order.paid - order.back) {
    throw differs(world, `for order ${order.number} the bank took ${stored.charged} and gave back ${stored.returned}, and it should hold ${order.paid - order.back}`, about);
  }
  const known = new Map(stored.tickets.map((ticket) => [ticket.number, ticket]));
  for (const ticket of order.tickets) {
    const found = known.get(ticket.number);
    const statuses = { valid: ['active'], used: ['used'], refunded: ['refunded'], cancelled: ['cancelled'], over: ['refunded', 'cancelled'] }[ticket.state];
    if (found === undefined || !statuses.includes(found.status)) throw differs(world, `ticket ${ticket.number} should be ${statuses[0]} and is ${found?.status}`, about);
    if (!found.dishes.includes(ticket.dishId)) throw differs(world, `ticket ${ticket.number} should be for ${ticket.dishId}, and is for ${found.dishes.join(', ')}`, about);
    if (found.price !== ticket.price) throw differs(world, `ticket ${ticket.number} cost ${ticket.price}, and ${found.price} are kept`, about);
  }
  const reminder = reminderProblem(world, order, stored.reminders);
  if (reminder !== null) throw differs(world, reminder, about);
  if (order.state === 'paid' && order.email !== null && !order.isCorrected && !mailsExpected(order).includes(stored.mails)) throw differs(world, `the tickets of ${order.number} were mailed ${stored.mails} times`, about);
}

/** Where all tickets are given away or ended before the mail leaves there is none to be sent. */
const mailsExpected = ({ tickets }: ModelOrder): number[] => (tickets.every(({ oldIds, state }) => oldIds.length > 0 || (state !== 'valid' && state !== 'used')) ? [0, 1] : [1]);

/** What no answer could tell: a hold that ran out, money that came too late or into an event that was called off. */
function settleByTime(world: World, order: ModelOrder, stored: StoredOrder): void {
  if (order.state !== 'pending') return callOff(world, order);
  if (!order.isPaidAtBank) {
    if (order.heldUntil !== null && order.heldUntil <= world.clock.now()) order.state = 'ended';
    return;
  }
  order.paid = order.total;
  const isLost = world.model.events.get(order.eventId)!.state === 'withdrawn' || stored.status === 'refunded';
  order.state = isLost ? 'refunded' : 'paid';
  if (isLost) order.back = order.total;
}

/** Of an event that was called off, or of tickets given back: what can't go by card stays paid until somebody asks for it at the till. */
function callOff(world: World, order: ModelOrder): void {
  const isWithdrawn = world.model.events.get(order.eventId)!.state === 'withdrawn';
  if ((!isWithdrawn && !order.isGivenBack) || order.state !== 'paid') return;
  const { byCard, byHand } = leftOf(order);
  if (!isWithdrawn) {
    const unused = order.tickets.filter(isUnused);
    for (const ticket of unused) ticket.state = 'over';
    const back = Math.min(byCard, costOf(unused));
    order.back += back;
    if (back > 0 && back === byCard + byHand && order.tickets.every(({ state }) => state !== 'valid')) order.state = 'refunded';
    return;
  }
  const last = order.tickets.filter(({ state }) => state === 'valid');
  for (const ticket of last) ticket.state = 'over';
  order.back += byCard;
  if (order.means === 'house' || order.means === 'nothing') order.state = 'cancelled';
  else if (byHand === 0 && (byCard > 0 || last.length > 0)) order.state = 'refunded';
}

interface StoredEvent {
  counted: number;
  setAside: number;
  waiting: { status: string; places: number; offeredPlaces: number | null }[];
}

async function compareEvents(world: World): Promise<void> {
  const ids = [...world.model.events.keys()];
  if (ids.length === 0) return;
  const { query } = world.site.db;
  const stocks = await query.selectFrom('eventStock').select(['eventId', 'sold as counted', 'setAside']).where('eventId', 'in', ids).execute();
  const entries = await query.selectFrom('waitingParties').select(['eventId', 'status', 'places', 'offeredPlaces']).where('eventId', 'in', ids).where('status', 'in', ['offered', 'waiting']).orderBy('queueNumber').execute();
  const waitingAt = Map.groupBy(entries, ({ eventId }) => eventId);
  const stockOf = new Map(stocks.map((stock) => [stock.eventId, stock]));
  for (const event of world.model.events.values()) {
    const stock = stockOf.get(event.id);
    if (stock === undefined) throw differs(world, `event ${event.id} was acknowledged and is gone`, { eventId: event.id });
    compareEvent(world, event, { ...stock, waiting: waitingAt.get(event.id) ?? [] });
  }
}

function compareEvent(world: World, event: ModelEvent, { counted, setAside, waiting }: StoredEvent): void {
  const eventId = event.id;
  const orders = ordersOf(world.model, eventId);
  const places = placesOf(world.model, eventId);
  if (event.maxTickets !== null && holdersOf(orders).length > event.maxTickets) throw differs(world, `event ${eventId} of ${event.maxTickets} places has ${holdersOf(orders).length} holders`, { eventId });
  // While somebody waits, no place that gets free is for sale.
  const sold = counted - setAside;
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

/** Tickets of an event that are held with another dish than the model's, or that the model holds and the database does not, or the other way round. */
export async function differingDishes(world: World, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ number: string; dishes: string[] }>`
    select ticket_number as number, array(select dishes_of(menu_selection)) as dishes from tickets where event_id = ${eventId} and status in ('active', 'used')`.execute(world.site.db.query);
  const stored = new Map(rows.map(({ number, dishes }) => [number, dishes.join(', ')]));
  const known = new Map(holdersOf(ordersOf(world.model, eventId)).map(({ number, dishId }) => [number, dishId]));
  return [...new Set([...stored.keys(), ...known.keys()])].filter((number) => stored.get(number) !== known.get(number)).map((number) => `${number}: ${known.get(number) ?? 'none'} is ${stored.get(number) ?? 'none'}`);
}

async function storedOrders(world: World): Promise<Map<string, StoredOrder>> {
  const ids = [...world.model.events.keys()];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<StoredOrder, 'charged' | 'returned'>>`
    select o.id, o.status, o.total_amount as total,
      (select count(*) from mails m where m.order_id = o.id and m.cause = 'sale' and (m.status = 'sent' or m.failure = 'uncertain'))::int as mails,
      array(select coalesce(m.detail ->> 'date', '') from mails m where m.order_id = o.id and m.cause = 'reminder' and (m.status = 'sent' or m.failure = 'uncertain')) as reminders,
      coalesce((select jsonb_agg(jsonb_build_object('number', t.ticket_number, 'status', t.status, 'price', t.price, 'dishes', array(select dishes_of(t.menu_selection)))) from tickets t where t.order_id = o.id), '[]') as tickets
    from orders o where o.event_id in (${sql.join(ids)})`.execute(world.site.db.query);
  const bank = await booksOfBank(world);
  return new Map(rows.map((row) => [row.id, { ...row, ...(bank.get(row.id) ?? { charged: 0, returned: 0 }) }]));
}

/** By order, what the bank took and gave back. */
async function booksOfBank({ bank }: World): Promise<Map<string, { charged: number; returned: number }>> {
  const { rows } = await sql<{ id: string; charged: number; returned: number }>`
    select s.reference as id, sum(c.amount)::int as charged, sum(coalesce((select sum(r.amount) from sandbox_refunds r where r.charge_id = c.id), 0))::int as returned
    from sandbox_charges c join sandbox_sessions s on s.id = c.session_id group by s.reference`.execute(bank.query);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}
