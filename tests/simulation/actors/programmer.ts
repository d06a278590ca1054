import type { OutsideAnswer, OutsideRequest } from '#app/platform/adapters/outgoing/post-outside.server.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import type { Dice } from '../dice.ts';
import { differs } from '../difference.ts';
import type { Faults } from '../faults.ts';
import type { ModelOrder } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

export interface Delivered {
  type: string;
  subject: string;
  data: Record<string, string | number | null>;
}

/** Another program, which keeps by its id what it was told, and is sometimes away. */
export function aReceiver(faults: Faults, { dice, delivered }: { dice: Dice; delivered: Map<string, Delivered> }): (request: OutsideRequest) => Promise<OutsideAnswer> {
  return async ({ url, headers, body }) => {
    // Of others who listen for an hour nobody reads what they are told.
    if (!url.endsWith('/comboi')) return { status: 204 };
    const isAway = faults.falls('mail', dice);
    if (isAway && dice.chance(0.5)) return { failure: 'no_connection' };
    delivered.set(headers['webhook-id'] ?? '', JSON.parse(body) as Delivered);
    return isAway ? { status: 500 } : { status: 204 };
  };
}

/** Asks to be told of sales and of money that goes back: one webhook, however often an answer is lost. */
export async function registerReceiver(world: World, secretary: Person): Promise<void> {
  const [path, url] = ['/api/admin/webhooks', 'http://127.0.0.1:9/comboi'];
  const made = await world.insist<MadeWithSecret>(secretary.dice, {
    path,
    key: `webhook-${secretary.dice.below(2 ** 31)}`,
    cookie: await cookieFor(world, secretary, { proved: true }),
    body: { url, events: ['order.paid', 'order.refunded', 'ticket.admitted'] },
  });
  const id = madeWithSecret(world, made);
  const { body: listed } = await world.insist<{ webhooks: { id: string; url: string }[] }>(secretary.dice, { path, cookie: await cookieFor(world, secretary, { proved: true }) });
  const own = listed.webhooks.filter((one) => one.url === url).map((one) => one.id);
  if (own.join() !== id) throw differs(world, `of one key came the webhooks ${own.join()}, not ${id}`);
}

export type MadeWithSecret = { id: string; token?: string; current?: { id: string } } & Problem;

/** The id of what was made; an answer that was lost is not told again. */
export function madeWithSecret(world: World, { status, body }: { status: number; body: MadeWithSecret }): string {
  if (status === 201) return body.id;
  if (status === 409 && body.code === 'SECRET_SHOWN' && body.current !== undefined) return body.current.id;
  throw differs(world, `what has a secret is answered ${status} ${JSON.stringify(body)}`);
}

async function aToken(world: World, secretary: Person): Promise<{ id: string; token: string }> {
  const { dice } = secretary;
  for (;;) {
    const made = await world.insist<MadeWithSecret>(dice, { path: '/api/admin/tokens', key: `token-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, secretary, { proved: true }), body: { name: 'Full de comptes', scopes: ['orders:read'] } });
    const id = madeWithSecret(world, made);
    if (made.body.token !== undefined) return { id, token: made.body.token };
    await world.insist(dice, { method: 'DELETE', path: `/api/admin/tokens/${id}`, cookie: await cookieFor(world, secretary, { proved: true }) });
  }
}

/** A program reads with a token what it may read, and nothing once it is over. */
export async function readWithToken(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  const { dice } = secretary;
  const made = await aToken(world, secretary);
  const headers = { Authorization: `Bearer ${made.token}` };
  const path = `/api/admin/orders?q=${encodeURIComponent(order.number)}`;
  const { status, body } = await world.insist<{ orders: { orderId: string | null; orderNumber: string; total: number }[] }>(dice, { path, headers });
  const found = status === 200 ? body.orders.find(({ orderNumber }) => orderNumber === order.number) : undefined;
  // The id is what opens an order: it belongs to people.
  if (found?.total !== order.total || found.orderId !== null) throw differs(world, `a program finds order ${order.number} of ${order.total}: ${status} ${JSON.stringify(body).slice(0, 300)}`, { orderId: order.id });
  if (order.email !== null && JSON.stringify(body).includes(order.email)) throw differs(world, `a program that may not know people is told ${order.email}`, { orderId: order.id });
  const dear = await world.insist<Problem>(dice, { path: `/api/admin/orders/${order.id}/refund`, headers, body: { reason: 'Programa' } });
  if (dear.status !== 401 && dear.status !== 403) throw differs(world, `a program refunds: ${dear.status}`, { orderId: order.id });
  const ended = await world.insist(dice, { method: 'DELETE', path: `/api/admin/tokens/${made.id}`, cookie: await cookieFor(world, secretary, { proved: true }) });
  const after = await world.insist(dice, { path, headers });
  if (ended.status >= 400 && ended.status !== 404) throw differs(world, `ending a token is answered ${ended.status}`);
  if (after.status !== 401) throw differs(world, `a token that was ended is answered ${after.status}`);
  world.record.did(secretary.name, `reads with a token, ${order.number}`, { orderId: order.id });
}

/** Each sale was told once, and all money that went back. */
export function compareDelivered(world: World): void {
  const bySubject = Map.groupBy(world.delivered.values(), ({ subject }) => subject);
  for (const order of world.model.orders.values()) {
    const messages = bySubject.get(`order:${order.number}`) ?? [];
    const about = { orderId: order.id };
    const paid = messages.filter(({ type }) => type === 'order.paid').length;
    const wasSold = order.state === 'paid' || order.state === 'cancelled';
    if (paid > 1 || (wasSold && paid !== 1) || (order.state === 'ended' && paid > 0)) throw differs(world, `programs were told ${paid} times that ${order.number} (${order.state}) is paid`, about);
    const back = messages.filter(({ type }) => type === 'order.refunded').reduce((sum, { data }) => sum + Number(data['amount']), 0);
    if (back !== order.back + order.backByHand) throw differs(world, `programs were told that ${back} of ${order.number} went back, and ${order.back + order.backByHand} did`, about);
  }
}
