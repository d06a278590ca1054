import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { ModelEvent } from '../model.ts';
import type { World } from '../world.ts';
import { place } from './buyer.ts';
import { cookieFor, type Person } from './person.ts';

const LARGEST_GROUP = 4;

/** Leaves an address where an event is sold out. */
export async function joinWaitingList(world: World, person: Person, event: ModelEvent): Promise<void> {
  const { dice } = person;
  const places = dice.between(1, LARGEST_GROUP);
  const { status } = await world.insist(dice, { path: `/avisam/${event.id}`, form: { places: String(places), email: person.email }, cookie: await cookieFor(world, person), address: person.address });
  world.record.did(person.name, `asks to wait ${status}, event ${event.id} for ${places}`, { eventId: event.id });
  if (status >= 500) throw differs(world, `the waiting list is answered ${status}`, { eventId: event.id });
}

/** Reads the mails that came since, and follows the links of the waiting lists in them. */
export async function readMails(world: World, people: readonly Person[], from: number): Promise<number> {
  const { mails } = world;
  for (const { to, subject, text } of mails.slice(from)) {
    const person = people.find(({ email }) => email === to);
    const [, link] = /(\/avisam\/lloc\?codi=[^\s#]+)/.exec(text) ?? [];
    if (person === undefined || link === undefined) continue;
    if (subject.startsWith('Confirma')) await world.insist(person.dice, { path: link, form: { intent: 'confirm' }, address: person.address });
    else await answerOffer(world, person, link);
  }
  return mails.length;
}

async function answerOffer(world: World, person: Person, link: string): Promise<void> {
  const { dice } = person;
  const { headers, body } = await world.insist<string>(dice, { path: link, address: person.address });
  const offer = headers.getSetCookie().length === 0 ? null : cookieOf(headers);
  const event = [...world.model.events.values()].find(({ title, state, date }) => body.includes(title) && state === 'open' && date >= dayInMadrid(world.clock.now()));
  if (offer === null || event === undefined) return;
  if (dice.chance(0.2)) {
    await world.insist(dice, { path: link, form: { intent: 'leave' }, address: person.address });
    return world.record.did(person.name, `leaves the list, event ${event.id}`, { eventId: event.id });
  }
  if (dice.chance(0.3)) return world.record.did(person.name, `lets an offer pass, event ${event.id}`, { eventId: event.id });
  const own = await cookieFor(world, person);
  const dish = dice.pick(event.dishes);
  await place(world, person, { event, sectionId: event.sectionId, dishes: [dish], cookie: own === null ? offer : `${own}; ${offer}` });
}
