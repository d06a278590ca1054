import { differs } from '../difference.ts';
import { type ModelDrawer, type ModelOrder, type ModelTicket, type PriceCategory } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';
import { learnCodes } from './secretary.ts';

interface Wanted {
  order: ModelOrder;
  ticket: ModelTicket;
  drawer: ModelDrawer | null;
}

/** Puts a dish of another price on a ticket: the difference goes through an open drawer, or is forgiven. */
export async function changeToAnotherPrice(world: World, secretary: Person, { order, ticket, drawer }: Wanted): Promise<void> {
  const { dice } = secretary;
  const event = world.model.events.get(order.eventId)!;
  const others = event.dishes.filter(({ id }) => id !== ticket.dishId);
  if (others.length === 0) return;
  const other = dice.pick(others);
  const difference = other.prices[pricedAs(world, order, ticket)] - ticket.dishPrice;
  const mayCharge = drawer !== null && order.means !== 'nothing';
  const how = mayCharge ? dice.pick(['cash', 'terminal', 'bizum', 'forgiven'] as const) : 'forgiven';
  const form = { intent: 'dishes', 'dish[0]': `${event.sectionId} ${ticket.dishId} ${other.id}`, settle: how, drawer: drawer?.id ?? '', reason: how === 'forgiven' ? 'Al·lèrgia' : '' };
  const { status } = await world.insist(dice, { path: `/admin/orders/${order.id}/plats/${ticket.number}`, form, cookie: await cookieFor(world, secretary, { proved: true }) });
  const about = { orderId: order.id, eventId: event.id };
  await learnCodes(world, secretary, order, { mayHaveChanged: ticket.number });
  world.record.did(secretary.name, `changes to another price ${status}, ${ticket.number} to ${other.name} for ${difference} by ${how}`, about);
  // Sent again, an answer having been lost, it finds the dish changed.
  if (ticket.dishId !== other.id) {
    const most = how === 'cash' ? drawer!.cash : Number.POSITIVE_INFINITY;
    const mayBeRefused = other.places !== null || (how !== 'forgiven' && -difference > Math.min(ticket.price, most));
    if (status === 303 || !mayBeRefused) throw differs(world, `${ticket.number} was to have ${other.name} and has not: ${status}`, about);
    return;
  }
  if (how === 'forgiven' || difference === 0) return;
  if (-difference > ticket.price) throw differs(world, `${-difference} are given back for a dish of ${ticket.number}, which cost ${ticket.price}`, about);
  ticket.price += difference;
  ticket.dishPrice += difference;
  order.total += difference;
  order.adjusted += difference;
  drawer![how] += difference;
}

/** Beyond the quota of its buyer a ticket is the public's. */
function pricedAs(world: World, { buyer, category, eventId, tickets, isReduced }: ModelOrder, ticket: ModelTicket): PriceCategory {
  const { memberQuota } = world.model.events.get(eventId)!;
  return memberQuota !== null && buyer !== null && isReduced[tickets.indexOf(ticket)] !== true ? 'public' : category;
}
