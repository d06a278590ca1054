import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { goShopping } from './actors/buyer.ts';
import { giveBack, moveCash, openDrawer, sellByHand } from './actors/cashier.ts';
import { tryToCheat } from './actors/cheat.ts';
import { keepTheDoor } from './actors/doorkeeper.ts';
import { writeNews } from './actors/editor.ts';
import { changeDish, giveAway } from './actors/giver.ts';
import { joinWaitingList, readMails } from './actors/latecomer.ts';
import type { Person } from './actors/person.ts';
import { cancelSome, correctAddress, editEvent, makeEvent, refundSome, resend, withdraw } from './actors/secretary.ts';
import { readSheets } from './actors/treasurer.ts';
import { lendTheDoor, lookAround, readTheDesk } from './actors/visitor.ts';
import type { Dice } from './dice.ts';
import { type ModelDrawer, type ModelEvent, type ModelOrder, type ModelTicket, placesOf } from './model.ts';
import type { World } from './world.ts';

export interface People {
  buyers: Person[];
  secretary: Person;
  cashier: Person;
  doorkeeper: Person;
  editor: Person;
  cheat: Person;
  visitor: Person;
}

export interface Day {
  world: World;
  people: People;
  dice: Dice;
  drawer: ModelDrawer | null;
  /** How many mails people have read. */
  mailsRead: { count: number };
}

export const comingEvents = (world: World): ModelEvent[] => [...world.model.events.values()].filter(({ state, date }) => state === 'open' && date >= dayInMadrid(world.clock.now()));

/** Paid by card, with tickets that are told. */
const paidOrders = (world: World): ModelOrder[] => [...world.model.orders.values()].filter(({ state, means, tickets }) => state === 'paid' && means === 'card' && tickets.length > 0);

const isComing = (world: World, { eventId }: ModelOrder): boolean => comingEvents(world).some(({ id }) => id === eventId);

const validTickets = (world: World): { order: ModelOrder; ticket: ModelTicket }[] =>
  paidOrders(world).flatMap((order) => (!isComing(world, order) ? [] : order.tickets.filter(({ state }) => state === 'valid').map((ticket) => ({ order, ticket }))));

const salesByHand = (world: World): ModelOrder[] => [...world.model.orders.values()].filter(({ state, means }) => state === 'paid' && means !== 'card');

const soldOut = (world: World): ModelEvent[] => comingEvents(world).filter(({ id, maxTickets, visibility }) => visibility === 'public' && maxTickets !== null && placesOf(world.model, id) >= maxTickets);

const buyerOf = (people: People, { email }: ModelOrder): Person => people.buyers.find((buyer) => buyer.email === email) ?? people.secretary;

export async function actsOfMorning(day: Day): Promise<void> {
  const { world, people, dice } = day;
  const coming = comingEvents(world);
  if (coming.length < 2 || dice.chance(0.15)) await makeEvent(world, people.secretary);
  if (coming.length > 2 && dice.chance(0.03)) await withdraw(world, people.secretary, dice.pick(coming));
  if (dice.chance(0.4)) day.drawer = await openDrawer(world, people.cashier);
}

/** What may happen at any moment of the day, and how likely. */
const AT_ANY_MOMENT: readonly { share: number; act: (day: Day) => Promise<void> }[] = [
  { share: 0.7, act: async ({ world, people, dice }) => goShopping(world, dice.pick(people.buyers)) },
  { share: 0.3, act: async ({ world, people, dice, drawer }) => (drawer === null ? undefined : withOneOf(dice, comingEvents(world), (event) => sellByHand(world, people.cashier, { drawer, event }))) },
  { share: 0.08, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => refundSome(world, people.secretary, order)) },
  { share: 0.04, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => cancelSome(world, people.secretary, order)) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => correctAddress(world, people.secretary, order)) },
  { share: 0.04, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => resend(world, people.secretary, order)) },
  { share: 0.1, act: async ({ world, people, dice }) => withOneOf(dice, validTickets(world), (gift) => giveAway(world, { giver: buyerOf(people, gift.order), secretary: people.secretary }, gift)) },
  { share: 0.1, act: async ({ world, people, dice }) => withOneOf(dice, validTickets(world), (gift) => changeDish(world, { giver: buyerOf(people, gift.order), secretary: people.secretary }, gift)) },
  { share: 0.15, act: async ({ world, people, dice }) => withOneOf(dice, soldOut(world), (event) => joinWaitingList(world, dice.pick(people.buyers), event)) },
  { share: 0.06, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => editEvent(world, people.secretary, event)) },
  { share: 0.06, act: async ({ world, people, dice, drawer }) => (drawer === null ? undefined : withOneOf(dice, salesByHand(world), (order) => giveBack(world, people.cashier, { drawer, order }))) },
  { share: 0.05, act: async ({ world, people, drawer }) => (drawer === null ? undefined : moveCash(world, people.cashier, drawer)) },
  { share: 0.05, act: async ({ world, people }) => writeNews(world, people.editor) },
  { share: 0.05, act: async ({ world, people }) => tryToCheat(world, people.cheat) },
  { share: 0.05, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => lookAround(world, people.visitor, { event, order: paidOrders(world).at(-1) })) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => readTheDesk(world, people.secretary, { event: world.model.events.get(order.eventId)!, order })) },
  { share: 0.02, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => lendTheDoor(world, people.secretary, event)) },
];

export async function actsOfDay(day: Day): Promise<void> {
  day.mailsRead.count = await readMails(day.world, day.people.buyers, day.mailsRead.count);
  for (const { share, act } of AT_ANY_MOMENT) if (day.dice.chance(share)) await act(day);
}

export async function actsOfEvening({ world, people, event }: Day & { event: ModelEvent }): Promise<void> {
  await readSheets(world, people.secretary, event);
  await keepTheDoor(world, people.doorkeeper, event);
}

async function withOneOf<Item>(dice: Dice, items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  if (items.length > 0) await act(dice.pick(items));
}
