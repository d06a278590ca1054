import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { differs } from '../difference.ts';
import type { ModelOrder, ModelTicket } from '../model.ts';
import type { World } from '../world.ts';
import type { Person } from './person.ts';
import { learnCodes } from './secretary.ts';

interface Transfer {
  order: ModelOrder;
  ticket: ModelTicket;
}

/** Makes a link for a ticket; somebody takes it, or not, or it is taken back. */
export async function giveAway(world: World, people: { sender: Person; secretary: Person }, transfer: Transfer): Promise<void> {
  const { sender, secretary } = people;
  const { order, ticket } = transfer;
  const about = { orderId: order.id, eventId: order.eventId };
  const isLast = world.model.events.get(order.eventId)!.date <= dayInMadrid(world.clock.now());
  if (isLast || (await send(world, sender, { ...transfer, intent: 'donar' })) !== 303) return;
  const page = await world.insist<string>(sender.dice, { path: `/donar-tiquet?order_id=${order.id}`, address: sender.address });
  const links = [...page.body.matchAll(/>(https?:\/\/[^<\s]+\/regal\?codi=[^<\s]+)</g)].map(([, link]) => new URL(link!.replaceAll('&amp;', '&')));
  if (links.length === 0) throw differs(world, `the link of ${ticket.number} is not shown`, about);
  world.record.did(sender.name, `gives, ${ticket.number} of ${order.number}`, about);
  const isTaken = sender.dice.chance(0.7);
  // The page shows all open links of the order; the first is of one ticket of it.
  if (isTaken) await take(world, sender, { order, link: links[0]!.pathname + links[0]!.search });
  if (sender.dice.chance(0.4) && (await send(world, sender, { ...transfer, intent: 'recuperar' })) === 303) {
    world.record.did(sender.name, `takes back, ${ticket.number} of ${order.number}`, about);
  }
  if ((await learnCodes(world, secretary, order)) === 0 && isTaken) throw differs(world, `a ticket of ${order.number} was taken, and keeps its code`, about);
}

async function send(world: World, sender: Person, { order, ticket, intent }: Transfer & { intent: 'donar' | 'recuperar' }): Promise<number> {
  const { status } = await world.insist(sender.dice, { path: `/donar-tiquet?order_id=${order.id}`, form: { intent, tiquet: ticket.number }, address: sender.address });
  return status;
}

const KEY_SIGNS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'];
const KEY_LENGTH = 26;

async function take(world: World, { dice }: Person, { order, link }: { order: ModelOrder; link: string }): Promise<void> {
  const about = { orderId: order.id, eventId: order.eventId };
  const key = Array.from({ length: KEY_LENGTH }, () => dice.pick(KEY_SIGNS)).join('');
  const { status } = await world.insist(dice, { path: link, form: { nom: 'Neus', clau: key, nota: dice.chance(0.3) ? 'Sense gluten' : '' } });
  if (status !== 303) throw differs(world, `a ticket that is given is answered ${status} to whoever takes it`, about);
  const { status: opened } = await world.insist(dice, { path: `/regal/tiquet?clau=${key}` });
  if (opened !== 200) throw differs(world, `the page of a ticket that was taken is answered ${opened}`, about);
  const { status: noted } = await world.insist(dice, { path: `/api/taken-tickets/${key}/calendar` });
  if (noted !== 200) throw differs(world, `the calendar of a ticket that was taken is answered ${noted}`, about);
  const { status: late } = await world.insist(dice, { path: link, form: { nom: 'Un altre', clau: key.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')), nota: '' } });
  if (late === 303) throw differs(world, 'one link gives its ticket to two', about);
  if (dice.chance(0.3)) await world.insist(dice, { path: `/regal/tiquet?clau=${key}`, form: { nota: 'Celíaca' } });
  world.record.did('agafador', `takes, a ticket of ${order.number}`, about);
}

/** Chooses another dish of the same price, as the order's page lets its buyer. */
export async function changeDish(world: World, people: { sender: Person; secretary: Person }, { order, ticket }: Transfer): Promise<void> {
  const { sender, secretary } = people;
  const event = world.model.events.get(order.eventId)!;
  const before = ticket.dishId;
  const other = event.dishes.find(({ id, prices }) => id !== before && prices[order.category] === ticket.dishPrice);
  if (other === undefined) return;
  const { status } = await world.insist(sender.dice, { path: `/canviar-plats/${ticket.number}?order_id=${order.id}`, form: { 'dish[0]': `${event.sectionId} ${before} ${other.id}` }, address: sender.address });
  await learnCodes(world, secretary, order, { mayHaveChanged: ticket.number });
  if (status === 303 && ticket.dishId !== other.id) throw differs(world, `${ticket.number} was to have ${other.name} and has not`, { orderId: order.id });
  world.record.did(sender.name, `changes a dish ${status}, ${ticket.number} of ${order.number}`, { orderId: order.id, eventId: event.id });
}
