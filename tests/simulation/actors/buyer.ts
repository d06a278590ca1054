import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import type { Dice } from '../dice.ts';
import { hasOpenGroups, type ModelEvent, type ModelOrder, type ModelVoucher } from '../model.ts';
import { differs } from '../difference.ts';
import { reckon, type Reckoned, reducedOf } from '../pricing.ts';
import type { Reply, World } from '../world.ts';
import { chooseGroup, hasHolders } from './colla.ts';
import { judgeRefusedCode, judgeTakenCode } from './code-keeper.ts';
import { cookieFor, type Person } from './person.ts';

/** What a program reads of an event, of which a buyer needs the dishes and whether it is on sale. */
interface SeenEvent {
  id: number;
  saleStatus: string;
  sections: { id: string; items: { id: string; price: number; remaining: number | null }[] }[];
}

const SEES: Record<Person['category'], readonly ModelEvent['visibility'][]> = { public: ['public'], socio: ['public', 'socio'], comision: ['public', 'socio', 'comision'] };

export const maySee = ({ category }: Person, { visibility }: ModelEvent): boolean => SEES[category].includes(visibility);

/** Looks at an event, chooses dishes, and orders; pays, gives up or forgets. */
export async function goShopping(world: World, person: Person): Promise<void> {
  const { dice } = person;
  const today = dayInMadrid(world.clock.now());
  const coming = [...world.model.events.values()].filter(({ date, state }) => date >= today && state === 'open');
  if (coming.length === 0) return;
  const event = dice.pick(coming);
  const cookie = await cookieFor(world, person);
  const seen = await world.insist<SeenEvent & Problem>(dice, { path: `/api/events/${event.id}`, cookie, address: person.address });
  const isSeen = maySee(person, event);
  if ((seen.status === 200) !== isSeen) throw differs(world, `${person.name} (${person.category}) sees event ${event.id} (${event.visibility}): ${seen.status}`, { eventId: event.id });
  if (!isSeen || seen.body.saleStatus !== 'open') return;
  const section = seen.body.sections[0];
  if (section === undefined) throw differs(world, `event ${event.id} is shown without its menu`, { eventId: event.id });
  const dishes = Array.from({ length: dice.between(1, 4) }, () => dice.pick(section.items));
  const vouchers = [...world.model.vouchers.values()].filter(({ kind }) => kind !== 'unlock');
  const voucher = vouchers.length > 0 && dice.chance(0.3) ? dice.pick(vouchers) : null;
  await place(world, person, { event, sectionId: section.id, dishes, voucher });
}

/** An event that is not for them, with the code that opens it. */
export async function goShoppingByKey(world: World, person: Person, { event, voucher }: { event: ModelEvent; voucher: ModelVoucher }): Promise<void> {
  await place(world, person, { event, sectionId: event.sectionId, dishes: [person.dice.pick(event.dishes)], voucher });
}

interface Purchase {
  event: ModelEvent;
  sectionId: string;
  dishes: readonly { id: string }[];
  voucher?: ModelVoucher | null;
  /** With that of an opened offer. */
  cookie?: string;
}

/** What it may cost; more than one way where nobody can know whether an old hold still counts. */
function possiblePrices(world: World, { email, category, password }: Person, { event, dishes, voucher = null }: Purchase): Reckoned[] {
  const { surely, may } = reducedOf(world.model, { eventId: event.id, email }, world.clock.now());
  const dishIds = dishes.map(({ id }) => id);
  const { memberQuota } = event;
  const left = memberQuota === null || password === null ? [null] : Array.from({ length: may + 1 }, (_, more) => memberQuota - surely - more);
  return left.map((quotaLeft) => reckon({ event, dishIds, category, quotaLeft, voucher }));
}

export async function place(world: World, person: Person, purchase: Purchase): Promise<void> {
  const { event, dishes, voucher = null } = purchase;
  const { dice } = person;
  const possible = possiblePrices(world, person, purchase);
  const group = hasOpenGroups(event, world.clock.now()) && dice.chance(0.3) ? chooseGroup(world, person, event.id) : undefined;
  const answer = await ask(world, person, { purchase, group, total: possible[0]!.total });
  const { status, body } = answer.body.code === 'PRICE_CHANGED' && possible.some(({ total }) => total === answer.body.total) ? await ask(world, person, { purchase, group, total: answer.body.total }) : answer;
  if (status !== 201) {
    world.record.did(person.name, `is refused ${body.code}, event ${event.id}`, { eventId: event.id });
    if (status >= 500) throw differs(world, `an order is answered ${status} ${body.code}`, { eventId: event.id });
    if (body.code === 'PRICE_CHANGED') throw differs(world, `${person.name} is to pay ${body.total} and not ${possible.map(({ total }) => total).join(' or ')}`, { eventId: event.id });
    if (body.code === 'GROUP_NOT_FOUND') forgetGroup(world, group);
    if (body.code.startsWith('VOUCHER_')) judgeRefusedCode(world, person, { event, voucher, possible, code: body.code });
    return;
  }
  const agreed = possible.find(({ total }) => total === body.total);
  if (agreed === undefined) throw differs(world, `${person.name} pays ${body.total}, and the menu says ${possible.map(({ total }) => total).join(' or ')}`, { orderId: body.orderId });
  if (body.discount !== agreed.discount) throw differs(world, `${body.discount} are taken off for ${person.name}, instead of ${agreed.discount}`, { orderId: body.orderId });
  if (world.model.orders.has(body.orderId)) throw differs(world, `order ${body.orderId} is given twice`, { orderId: body.orderId });
  if (voucher !== null) judgeTakenCode(world, person, { event, voucher, possible });
  const { total, prices, isReduced } = agreed;
  const order: ModelOrder = {
    id: body.orderId,
    number: body.orderNumber,
    eventId: event.id,
    email: person.email,
    buyer: person.password === null ? null : person.email,
    category: person.category,
    means: total === 0 ? 'nothing' : 'card',
    voucherId: voucher?.id ?? null,
    groupCode: body.group?.joined === true ? body.group.code : null,
    isReduced,
    orderedAt: world.clock.now(),
    paidReportedAt: null,
    total,
    state: 'pending',
    heldUntil: body.expiresAt === null ? null : new Date(body.expiresAt),
    quantity: dishes.length,
    dishIds: dishes.map(({ id }) => id),
    prices,
    dishPrices: dishes.map(({ id }, at) => priceOf(event, id, event.memberQuota !== null && person.password !== null && isReduced[at] !== true ? 'public' : person.category)),
    tickets: [],
    paid: 0,
    back: 0,
    adjusted: 0,
    backByHand: 0,
    isGivenBack: false,
    isKeepChosen: false,
    paymentPath: body.paymentUrl === null ? null : new URL(body.paymentUrl).pathname,
    isPaidAtBank: false,
    isCorrected: false,
  };
  world.model.orders.set(order.id, order);
  if (order.groupCode !== null) world.model.groups.set(order.groupCode, event.id);
  if (group !== undefined && order.groupCode === null) throw differs(world, `order ${order.number} is sold without its colla: ${body.group?.reason}`, { orderId: order.id });
  person.orders.push(order.id);
  world.record.did(person.name, `orders, ${order.number} of event ${event.id}, ${dishes.length} for ${total}${voucher === null ? '' : ` with ${voucher.code}`}`, { orderId: order.id, eventId: event.id });
  world.clock.advance(dice.between(5, 240) * 1_000);
  if (total === 0) return lookAtOrder(world, dice, order);
  await decideToPay(world, person, order);
}

/** A colla that nobody bought for ends with its holds. */
function forgetGroup(world: World, group: { code: string } | { name: string } | undefined): void {
  if (group === undefined || !('code' in group) || hasHolders(world, group.code)) throw differs(world, 'a colla with people in it is not found');
  world.model.groups.delete(group.code);
}

async function ask(world: World, person: Person, { purchase, total, group }: { purchase: Purchase; total: number | undefined; group: { code: string } | { name: string } | undefined }): Promise<Reply<PlacedOrder & Problem>> {
  const { event, sectionId, dishes, voucher = null } = purchase;
  const { dice } = person;
  return world.insist<PlacedOrder & Problem>(dice, {
    path: '/api/orders',
    key: `sim-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`,
    cookie: purchase.cookie ?? (await cookieFor(world, person)),
    address: person.address,
    body: { eventId: event.id, email: person.email, expectedTotal: total, tickets: dishes.map(({ id }) => ({ sections: { [sectionId]: [id] }, options: [] })), group, ...(voucher !== null && { voucher: voucher.code }) },
  });
}

export function priceOf(event: ModelEvent, dishId: string, category: ModelOrder['category']): number {
  const dish = event.dishes.find(({ id }) => id === dishId);
  if (dish === undefined) throw new Error(`event ${event.id} has no dish ${dishId}`);
  return dish.prices[category];
}

async function decideToPay(world: World, person: Person, order: ModelOrder): Promise<void> {
  const { dice } = person;
  if (order.paymentPath?.startsWith('/dev/pay/') !== true) return;
  if (dice.chance(0.08)) return world.record.did(person.name, `forgets to pay, ${order.number}`, { orderId: order.id });
  if (dice.chance(0.06)) return giveUp(world, person, order);
  if (dice.chance(0.05)) {
    // Somebody who answers the door in between, and pays when the hold is over.
    world.clock.advance(dice.between(30, 60) * 60_000);
    await world.rounds();
  }
  await pay(world, person, order);
}

async function giveUp(world: World, person: Person, order: ModelOrder): Promise<void> {
  await world.insist(person.dice, { method: 'POST', path: `/api/orders/${order.id}/cancel`, address: person.address });
  order.heldUntil = world.clock.now();
  world.record.did(person.name, `gives up, ${order.number}`, { orderId: order.id });
}

/** Presses 'Pagar' until the bank answers; its money is gone from then on. */
async function pay(world: World, person: Person, order: ModelOrder): Promise<void> {
  const answer = await world.insist(person.dice, { path: order.paymentPath!, form: { action: 'pay' }, address: person.address });
  if (answer.status !== 303) throw differs(world, `the bank answers ${answer.status}`, { orderId: order.id });
  order.isPaidAtBank = true;
  world.record.did(person.name, `pays, ${order.number}`, { orderId: order.id });
  await lookAtOrder(world, person.dice, order);
}

/** What its page says, from which the model learns the tickets. */
export async function lookAtOrder(world: World, dice: Dice, order: ModelOrder): Promise<void> {
  const { status, body } = await world.insist<OrderState>(dice, { path: `/api/orders/${order.id}` });
  if (status !== 200) throw differs(world, `order ${order.number} is answered ${status}`, { orderId: order.id });
  learnTickets(world, order, body);
}

export function learnTickets(world: World, order: ModelOrder, reported: Pick<OrderState, 'status' | 'tickets'>): void {
  if (reported.status !== 'paid' && reported.status !== 'completed') return;
  if (order.state === 'pending' && (order.isPaidAtBank || order.total === 0)) {
    order.state = 'paid';
    order.paid = order.total;
    order.paidReportedAt = world.clock.now();
  }
  if (order.state !== 'paid' || order.tickets.length > 0) return;
  if (reported.tickets.length !== order.quantity) throw differs(world, `order ${order.number} of ${order.quantity} has ${reported.tickets.length} tickets`, { orderId: order.id });
  // In the order of the dishes asked for.
  order.tickets = reported.tickets.map(({ id, ticketNumber }, index) => ({ id, number: ticketNumber, dishId: order.dishIds[index]!, price: order.prices[index]!, dishPrice: order.dishPrices[index]!, state: 'valid', isServed: false, oldIds: [] }));
}
