import { sql } from 'kysely';

import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import { holdersOf, type ModelOrder, ordersOf } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

const NAMES = ['Els de la barra', 'Cosins', 'La penya', 'Veïnat'];

/** A colla to order with: one that somebody began, or a new one. */
export function chooseGroup(world: World, { dice }: Person, eventId: number): { code: string } | { name: string } {
  const known = [...world.model.groups].filter(([, of]) => of === eventId).map(([code]) => code);
  return known.length > 0 && dice.chance(0.6) ? { code: dice.pick(known) } : { name: dice.pick(NAMES) };
}

/** As many places as its orders have tickets; for whoever may see its event. */
export async function lookAtGroup(world: World, secretary: Person, code: string): Promise<void> {
  const eventId = world.model.groups.get(code)!;
  const own = ordersOf(world.model, eventId).filter(({ groupCode }) => groupCode === code);
  const unsure = own.filter(({ state, isPaidAtBank, isGivenBack }) => (state === 'pending' && isPaidAtBank) || isGivenBack).reduce((sum, { quantity }) => sum + quantity, 0);
  const untold = own.filter(({ state, tickets }) => state === 'paid' && tickets.length === 0).reduce((sum, { quantity }) => sum + quantity, 0);
  const least = holdersOf(own).length;
  const { status, body } = await world.insist<{ places: number } & Problem>(secretary.dice, { path: `/api/groups/${code}`, cookie: await cookieFor(world, secretary) });
  world.record.did(secretary.name, `looks at a colla ${status}, ${code}`, { eventId });
  // One that nobody bought for ends with its holds.
  if (status === 404 && least === 0) return;
  if (status === 200 && body.places >= least && body.places <= least + unsure + untold) return;
  const { rows } = await sql`
    select g.created_at as made, (select string_agg(t.ticket_number || ' ' || t.status, ', ') from tickets t where t.group_id = g.id) as tickets
    from event_groups g where g.code = ${code}`.execute(world.site.db.query);
  throw differs(world, `colla ${code} is told to have ${body.places} places (${status}), and has ${least}, of ${own.map(({ number }) => number).join(', ')}; in the database: ${JSON.stringify(rows)}`, { eventId });
}

/** An order leaves its colla, or goes into another one. */
export async function changeGroup(world: World, buyer: Person, order: ModelOrder): Promise<void> {
  const { dice } = buyer;
  const to = dice.chance(0.4) ? null : chooseGroup(world, buyer, order.eventId);
  const { status, body } = await world.insist<{ group: { code: string } | null } & Problem>(dice, { method: 'PUT', path: `/api/orders/${order.id}/group`, body: to, address: buyer.address });
  world.record.did(buyer.name, `changes colla ${status}, ${order.number}`, { orderId: order.id, eventId: order.eventId });
  if (status === 404 && to !== null && 'code' in to && !hasHolders(world, to.code)) return void world.model.groups.delete(to.code);
  if (status !== 200) throw differs(world, `changing the colla of ${order.number} is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  order.groupCode = body.group?.code ?? null;
  if (order.groupCode !== null) world.model.groups.set(order.groupCode, order.eventId);
}

export const hasHolders = (world: World, code: string): boolean => [...world.model.orders.values()].some((order) => order.groupCode === code && holdersOf([order]).length > 0);
