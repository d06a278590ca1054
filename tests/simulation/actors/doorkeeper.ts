import { createHash } from 'node:crypto';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import type { UploadAnswer } from '#app/features/door/schema.ts';

import { differs } from '../difference.ts';
import { holdersOf, type ModelEvent, type ModelTicket, ordersOf } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** An evening at the door: with coverage or without, tickets shown twice, codes that are none any more, a hand that slipped, the kitchen. */
export async function keepTheDoor(world: World, volunteer: Person, event: ModelEvent): Promise<void> {
  const { dice } = volunteer;
  const orders = ordersOf(world.model, event.id);
  const cookie = await cookieFor(world, volunteer);
  await world.insist(dice, { path: '/api/door', cookie });
  await world.insist(dice, { path: `/api/door/${event.id}/list`, cookie });
  const coming = holdersOf(orders).filter(() => dice.chance(0.9));
  const isOffline = dice.chance(0.3);
  for (const ticket of coming) {
    if (isOffline) continue;
    await scan(world, volunteer, { event, ticket });
    const slip = dice.below(10);
    if (slip === 0) await scan(world, volunteer, { event, ticket });
    if (slip === 1) await undo(world, volunteer, { event, ticket });
    if (event.hasKitchenService && dice.chance(0.6)) await serve(world, volunteer, { event, ticket });
    if (ticket.isServed && dice.chance(0.1)) await serve(world, volunteer, { event, ticket });
  }
  if (isOffline) await handIn(world, volunteer, { event, tickets: coming });
  // A second phone without coverage had let some of them in, too.
  if (isOffline && dice.chance(0.3)) await handIn(world, volunteer, { event, tickets: coming.slice(0, 3) });
  const ended = orders.flatMap(({ tickets }) => tickets).filter(({ state }) => state === 'refunded' || state === 'cancelled');
  for (const ticket of ended.slice(0, 3)) await scan(world, volunteer, { event, ticket });
  for (const id of orders.flatMap(({ tickets }) => tickets).flatMap(({ oldIds }) => oldIds).slice(0, 5)) await refuse(world, volunteer, { event, id });
  await countHeads(world, volunteer, event);
}

interface ScannedTicket {
  event: ModelEvent;
  ticket: ModelTicket;
}

const nonceOf = ({ dice }: Person): string => `sim-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;

async function scan(world: World, volunteer: Person, { event, ticket }: ScannedTicket): Promise<void> {
  const { dice } = volunteer;
  const { status, body } = await world.insist<DoorAnswer>(dice, { path: '/api/tickets/use', cookie: await cookieFor(world, volunteer), body: { ticketId: ticket.id, nonce: nonceOf(volunteer), eventId: event.id, device: 'Porta' } });
  const expected = ticket.state === 'valid' ? 'ADMITTED' : ticket.state === 'used' ? 'ALREADY_USED' : 'refused';
  if (status !== 200 || body.success !== (expected === 'ADMITTED')) throw differs(world, `ticket ${ticket.number} (${ticket.state}) is answered ${status} ${body.code} at the door`, { eventId: event.id });
  if (body.success) ticket.state = 'used';
  world.record.did(volunteer.name, `scans ${body.code}, ${ticket.number}`, { eventId: event.id });
}

/** Takes the admission back at once; the ticket lets somebody in again. */
async function undo(world: World, volunteer: Person, { event, ticket }: ScannedTicket): Promise<void> {
  if (ticket.state !== 'used') return;
  const { status, body } = await world.insist<DoorAnswer>(volunteer.dice, { path: '/api/tickets/undo', cookie: await cookieFor(world, volunteer), body: { ticketId: ticket.id, nonce: nonceOf(volunteer), eventId: event.id, device: 'Porta' } });
  if (status !== 200) throw differs(world, `undoing ${ticket.number} is answered ${status}`, { eventId: event.id });
  // Whether it is still the minute in which it may be undone is the door's to say.
  if (body.success) ticket.state = 'valid';
  world.record.did(volunteer.name, `undoes ${body.code}, ${ticket.number}`, { eventId: event.id });
}

async function serve(world: World, volunteer: Person, { event, ticket }: ScannedTicket): Promise<void> {
  const { status, body } = await world.insist<DoorAnswer>(volunteer.dice, { path: '/api/tickets/serve', cookie: await cookieFor(world, volunteer), body: { ticketId: ticket.id, nonce: nonceOf(volunteer), eventId: event.id, device: 'Cuina' } });
  if (status !== 200 || body.success === ticket.isServed) throw differs(world, `the dishes of ${ticket.number}, ${ticket.isServed ? '' : 'not '}given out before, are answered ${status} ${body.code}`, { eventId: event.id });
  ticket.isServed = true;
  world.record.did(volunteer.name, `gives out ${body.code}, ${ticket.number}`, { eventId: event.id });
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

/** A phone that was without coverage all evening hands its admissions in; where the answer is lost, once more. */
async function handIn(world: World, volunteer: Person, { event, tickets }: { event: ModelEvent; tickets: readonly ModelTicket[] }): Promise<void> {
  // Its own clock is wrong by some minutes, or by a day.
  const { dice } = volunteer;
  const wrongMs = dice.pick([0, 0, dice.between(-10, 10) * 60_000, 24 * 3_600_000]);
  const phoneNow = (): string => new Date(world.clock.now().getTime() + wrongMs).toISOString();
  const at = phoneNow();
  world.clock.advance(dice.between(1, 90) * 60_000);
  const { status, body } = await world.insist<UploadAnswer>(dice, {
    path: `/api/door/${event.id}/scans`,
    cookie: await cookieFor(world, volunteer),
    body: { sentAt: phoneNow(), scans: tickets.map(({ id }) => ({ hash: hashOf(id), nonce: nonceOf(volunteer), scannedAt: at, decision: 'ADMITTED', device: 'Mòbil' })) },
  });
  if (status !== 200) throw differs(world, `scans without coverage are answered ${status}`, { eventId: event.id });
  for (const [place, { conflict, code }] of body.results.entries()) {
    const ticket = tickets[place]!;
    if (conflict !== (ticket.state === 'used')) throw differs(world, `${ticket.number} (${ticket.state}), let in without coverage, is answered ${code}`, { eventId: event.id });
    ticket.state = 'used';
  }
  world.record.did(volunteer.name, `hands in, ${tickets.length} of event ${event.id}`, { eventId: event.id });
}

async function refuse(world: World, volunteer: Person, { event, id }: { event: ModelEvent; id: string }): Promise<void> {
  const { status, body } = await world.insist<DoorAnswer>(volunteer.dice, { path: '/api/tickets/use', cookie: await cookieFor(world, volunteer), body: { ticketId: id, nonce: nonceOf(volunteer), eventId: event.id, device: 'Porta' } });
  if (status !== 200 || body.success) throw differs(world, `a code that was replaced is answered ${status} ${body.code}`, { eventId: event.id });
  world.record.did(volunteer.name, `refuses ${body.code}, an old code`, { eventId: event.id });
}

async function countHeads(world: World, volunteer: Person, event: ModelEvent): Promise<void> {
  const { body } = await world.insist<{ expected: number; admitted: number }>(volunteer.dice, { path: `/api/door/${event.id}/live`, headers: { Accept: 'application/json' }, cookie: await cookieFor(world, volunteer) });
  const holders = holdersOf(ordersOf(world.model, event.id));
  const inside = holders.filter(({ state }) => state === 'used').length;
  if (body.admitted !== inside) throw differs(world, `the door of event ${event.id} counts ${body.admitted} inside, and ${inside} came in`, { eventId: event.id });
}
