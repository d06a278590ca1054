import type { DoorAnswer } from '#app/domain/door/answer.ts';

import { differs } from '../difference.ts';
import { holdersOf, type ModelEvent, ordersOf } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

const SHIFT_ID = /name="shift" value="([0-9a-f-]{36})"/g;

/** Puts a member at the door of an evening. */
export async function giveShift(world: World, people: { secretary: Person; member: Person }, event: ModelEvent): Promise<void> {
  const { secretary, member } = people;
  const { dice } = secretary;
  const path = `/admin/torns/${event.id}`;
  const cookie = await cookieFor(world, secretary, { proved: true });
  const about = { eventId: event.id };
  const made = await world.insist(dice, { path, form: { intent: 'make', kind: 'door', day: '0', starts: '20:00', ends: '23:30', places: '1' }, cookie });
  const page = await world.insist<string>(dice, { path, cookie });
  const shift = [...page.body.matchAll(SHIFT_ID)].at(-1)?.[1];
  if (made.status !== 303 || shift === undefined) throw differs(world, `making a shift is answered ${made.status}`, about);
  // Who may not be at the door of another one: of two shifts at once the second is refused.
  const { status, body } = await world.insist<string>(dice, { path, form: { intent: 'assign', shift, email: member.email }, cookie });
  world.record.did(secretary.name, `gives a shift ${status}, ${member.name} at event ${event.id}`, about);
  // Asked again, an answer having been lost.
  if (status === 303 || body.includes('Ja està en este torn')) world.model.shifts.push({ eventId: event.id, email: member.email });
}

/** The right of a shift is there in its hours, at its event, and nowhere else. */
export async function keepTheDoorOnShift(world: World, member: Person, { event, other, isOn }: { event: ModelEvent; other: ModelEvent | undefined; isOn: boolean }): Promise<void> {
  const { dice } = member;
  const cookie = await cookieFor(world, member);
  const ticket = holdersOf(ordersOf(world.model, event.id)).find(({ state }) => state === 'valid');
  const scanAt = (eventId: number, ticketId: string): ReturnType<typeof world.insist<DoorAnswer>> => world.insist<DoorAnswer>(dice, { path: '/api/tickets/use', cookie, body: { ticketId, nonce: `shift-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, eventId, device: 'Torn' } });
  const { status, body } = await scanAt(event.id, ticket?.id ?? 'ABCDEFGH');
  const about = { eventId: event.id };
  world.record.did(member.name, `scans on shift ${status}, event ${event.id}`, about);
  if (isOn ? status !== 200 : status !== 403) throw differs(world, `${member.name}, ${isOn ? '' : 'not '}on shift, is answered ${status} at the door`, about);
  if (ticket !== undefined && isOn) {
    if (!body.success) throw differs(world, `ticket ${ticket.number} (valid) is answered ${body.code} by a shift`, about);
    ticket.state = 'used';
  }
  if (other === undefined) return;
  const elsewhere = await scanAt(other.id, 'ABCDEFGH');
  if (elsewhere.status === 200 && elsewhere.body.success) throw differs(world, `${member.name} lets people in at event ${other.id}, where no shift is`, about);
}
