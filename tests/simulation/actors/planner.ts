import { addDays, daysBetween } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { Dice } from '../dice.ts';
import { differs } from '../difference.ts';
import { isUnused, KITCHEN_HOUR, type ModelEvent, type ModelOrder, costOf, START_HOUR } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** How far the clocks of processes may be apart. */
const AROUND_MS = 5 * 60_000;

interface SeenEvent {
  version: number;
  date: string;
  time: string;
  location: string | null;
  maxTickets: number | null;
}

const uuidOf = (dice: Dice): string => `00000000-0000-4000-8000-${dice.below(2 ** 31).toString(16).padStart(12, '0')}`;

/** Puts an event on another day; whoever has bought may give back until the evening before. */
export async function moveEvent(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { dice } = secretary;
  const date = addDays(event.date, dice.between(1, 3));
  const seen = await read(world, secretary, event);
  const chooseUntil = dice.chance(0.8) ? addDays(dayInMadrid(world.clock.now()), dice.between(1, 2)) : '';
  const changedAt = world.clock.now();
  const form = { intent: 'move', id: uuidOf(dice), version: String(seen.version), date, time: seen.time, location: seen.location ?? '', words: 'Plou', chooseUntil: chooseUntil > date ? '' : chooseUntil };
  const { status } = await world.insist(dice, { path: `/admin/events/plans/${event.id}`, form, cookie: await cookieFor(world, secretary, { proved: true }) });
  // Sent again, an answer having been lost, it finds the event moved.
  const now = await read(world, secretary, event);
  if (now.date !== date) throw differs(world, `moving event ${event.id} to ${date} is answered ${status}, and it is on ${now.date}`, { eventId: event.id });
  const days = daysBetween(event.date, date);
  // It moves with the event unless the kitchen has bought by it.
  const kitchenDeadline = event.kitchenDeadline !== null && event.kitchenDeadline > changedAt ? new Date(instantInMadrid(addDays(dayInMadrid(event.kitchenDeadline), days), KITCHEN_HOUR)) : event.kitchenDeadline;
  Object.assign(event, { date, kitchenDeadline, isMoved: true, chooseUntil: form.chooseUntil === '' ? null : form.chooseUntil, changedAt });
  world.record.did(secretary.name, `moves, event ${event.id} to ${date}`, { eventId: event.id });
}

/** Fewer places, but never fewer than are taken. */
export async function shrinkEvent(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { dice } = secretary;
  const seen = await read(world, secretary, event);
  if (seen.maxTickets === null || seen.maxTickets < 2) return;
  const places = seen.maxTickets - dice.between(1, Math.min(5, seen.maxTickets - 1));
  const form = { intent: 'shrink', id: uuidOf(dice), version: String(seen.version), places: String(places), words: '', chooseUntil: '' };
  const { status } = await world.insist(dice, { path: `/admin/events/plans/${event.id}`, form, cookie: await cookieFor(world, secretary, { proved: true }) });
  const now = await read(world, secretary, event);
  if (status === 303 && now.maxTickets !== places) throw differs(world, `event ${event.id} shrunk to ${places} has ${now.maxTickets} places`, { eventId: event.id });
  if (now.maxTickets !== places && now.maxTickets !== event.maxTickets) throw differs(world, `event ${event.id} of ${event.maxTickets} places, to shrink to ${places}, has ${now.maxTickets}`, { eventId: event.id });
  event.maxTickets = now.maxTickets;
  world.record.did(secretary.name, `shrinks ${status}, event ${event.id} to ${places}`, { eventId: event.id });
}

async function read(world: World, secretary: Person, event: ModelEvent): Promise<SeenEvent> {
  const { status, body } = await world.insist<SeenEvent>(secretary.dice, { path: `/api/admin/events/${event.id}`, cookie: await cookieFor(world, secretary) });
  if (status !== 200) throw differs(world, `event ${event.id} is answered ${status} to the secretary`, { eventId: event.id });
  return body;
}

export async function choose(world: World, holder: Person, order: ModelOrder): Promise<void> {
  const { dice } = holder;
  const event = world.model.events.get(order.eventId)!;
  const about = { orderId: order.id, eventId: event.id };
  const isGivingBack = dice.chance(0.7);
  const { status } = await world.insist(dice, { path: `/canvi-de-plans?order_id=${order.id}`, form: { intent: isGivingBack ? 'tornar' : 'conservar' }, address: holder.address });
  const hasUnused = costOf(order.tickets.filter(isUnused)) > 0;
  const mayChoose = event.chooseUntil !== null && dayInMadrid(world.clock.now()) <= event.chooseUntil && order.paidReportedAt !== null && event.changedAt !== null && hasUnused;
  const begins = instantInMadrid(event.date, START_HOUR) - world.clock.now().getTime();
  const isRepeated = order.isKeepChosen && !isGivingBack;
  if (status === 303 && !isRepeated && (!mayChoose || begins < -AROUND_MS || order.orderedAt.getTime() > event.changedAt!.getTime() + AROUND_MS)) throw differs(world, `the holder of ${order.number} may choose, and has nothing to choose`, about);
  if (status !== 303 && mayChoose && begins > AROUND_MS && order.orderedAt.getTime() < event.changedAt!.getTime() - AROUND_MS && !order.isGivenBack) throw differs(world, `the holder of ${order.number} may not choose: ${status}`, about);
  if (status === 303) Object.assign(order, isGivingBack ? { isGivenBack: true } : { isKeepChosen: true });
  world.record.did(holder.name, `${isGivingBack ? 'gives back' : 'keeps'} ${status}, ${order.number}`, about);
}
