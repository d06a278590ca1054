import { differs } from '../difference.ts';
import type { ModelEvent, ModelOrder } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

const TO_ALL = ['/api/events', '/api/news', '/api/booklets', '/api/booklets/search?q=falla', '/api/openapi.json', '/.well-known/security.txt', '/sitemap.xml', '/health/live', '/health/ready', '/tickets', '/', '/sense-connexio', '/embed/events', '/premis', '/llibrets', '/news', '/calendar'];

/** Looks around as browsers, calendars and programs do: nothing may be broken for whom it is there. */
export async function lookAround(world: World, visitor: Person, { event, order }: { event: ModelEvent; order: ModelOrder | undefined }): Promise<void> {
  const { dice, address } = visitor;
  const ofEvent = event.visibility === 'public' ? [`/api/events/${event.id}/calendar`, `/order/${event.id}`, `/checkout/${event.id}`] : [];
  const ofOrder = order === undefined || order.tickets.length === 0 ? [] : [`/api/orders/${order.id}/calendar`, `/payment-success?order_id=${order.id}`];
  for (const path of [dice.pick(TO_ALL), dice.pick(TO_ALL), ...ofEvent, ...ofOrder]) {
    const { status } = await world.insist(dice, { path, address });
    if (status >= 400) throw differs(world, `${path} is answered ${status} to a visitor`, { eventId: event.id });
  }
  const front = await world.insist<string>(dice, { path: '/', address });
  for (const [, source] of [...front.body.matchAll(/(?:src|href)="(\/(?:identity|pictures|files)\/[^"]+)"/g)].slice(0, 2)) await world.insist(dice, { path: source!.replaceAll('&amp;', '&'), address });
  world.record.did(visitor.name, `looks around, event ${event.id}`, { eventId: event.id });
}

/** The lists of the desk: each opens, and names the order that it is asked for. */
export async function readTheDesk(world: World, secretary: Person, { event, order }: { event: ModelEvent; order: ModelOrder }): Promise<void> {
  const { dice } = secretary;
  const cookie = await cookieFor(world, secretary, { proved: true });
  // The desk draws no code that somebody else has.
  const ticket = order.tickets.find(({ state, oldIds }) => state === 'valid' && oldIds.length === 0);
  const lists = ['/api/admin/storage', '/api/admin/tokens', '/api/admin/webhooks', '/api/admin/members/template.csv', '/api/admin/reports/totals.csv', `/api/admin/events/${event.id}/waiting-list.csv`, `/api/admin/events/${event.id}/shifts.csv`, ...(event.state === 'open' ? [`/api/admin/events/${event.id}/changed-mail`, ...(ticket === undefined ? [] : [`/api/admin/tickets/${ticket.number}`])] : [])];
  for (const path of lists) {
    const { status } = await world.insist(dice, { path, cookie });
    if (status >= 400) throw differs(world, `${path} is answered ${status} to the secretary`, { eventId: event.id });
  }
  const { body } = await world.insist<{ orders: { orderId: string; total: number }[] }>(dice, { path: `/api/admin/orders?q=${encodeURIComponent(order.number)}`, cookie });
  if (body.orders.find(({ orderId }) => orderId === order.id)?.total !== order.total) throw differs(world, `the desk does not find order ${order.number} of ${order.total}`, { orderId: order.id });
  world.record.did(secretary.name, `reads the lists, order ${order.number}`, { orderId: order.id });
}

/** Lends a phone the door of an event for the evening, and ends the loan: then it opens nothing. */
export async function lendTheDoor(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { dice } = secretary;
  const expiresAt = new Date(world.clock.now().getTime() + 6 * 3_600_000).toISOString();
  const made = await world.insist<{ id: string; token: string }>(dice, { path: '/api/admin/evening-passes', cookie: await cookieFor(world, secretary, { proved: true }), body: { name: 'Porta de fora', eventIds: [event.id], expiresAt } });
  if (made.status !== 201) throw differs(world, `a pass is answered ${made.status}`, { eventId: event.id });
  const look = (): Promise<{ status: number }> => world.insist(dice, { path: `/api/door/${event.id}/list`, headers: { Authorization: `Bearer ${made.body.token}` } });
  const { status: before } = await look();
  if (before >= 400) throw differs(world, `a pass is answered ${before} at its door`, { eventId: event.id });
  const ended = await world.insist(dice, { method: 'DELETE', path: `/api/admin/evening-passes/${made.body.id}`, cookie: await cookieFor(world, secretary, { proved: true }) });
  if (![204, 404].includes(ended.status)) throw differs(world, `ending a pass is answered ${ended.status}`, { eventId: event.id });
  const { status: after } = await look();
  if (after < 400) throw differs(world, 'a pass that was ended still opens the door', { eventId: event.id });
  world.record.did(secretary.name, `lends the door, event ${event.id}`, { eventId: event.id });
}
