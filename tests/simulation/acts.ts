import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { askByMail, changePassword, signInAndOut } from './actors/account-owner.ts';
import { goShopping, goShoppingByKey, maySee } from './actors/buyer.ts';
import { correctCount, refundSale, moveCash, openDrawer, payOwed, sellByHand, useClosedDrawer } from './actors/cashier.ts';
import { tryToCheat } from './actors/cheat.ts';
import { keyToHiddenEvent, lookAtVoucher, makeVouchers } from './actors/code-keeper.ts';
import { changeGroup, lookAtGroup } from './actors/colla.ts';
import { changeToAnotherPrice } from './actors/dish-changer.ts';
import { keepTheDoor } from './actors/doorkeeper.ts';
import { writeNews } from './actors/editor.ts';
import { changeDish, giveAway } from './actors/sender.ts';
import { joinWaitingList, readMails } from './actors/latecomer.ts';
import type { Person } from './actors/person.ts';
import { choose, moveEvent, shrinkEvent } from './actors/planner.ts';
import { cancelSome, correctAddress, editEvent, makeEvent, refundSome, resend, withdraw } from './actors/secretary.ts';
import { readWithToken } from './actors/programmer.ts';
import { type Press, PRESSES } from './actors/pages-to-press.ts';
import { linkInMail, linksOn, press } from './actors/presser.ts';
import { comeAndGo, keepSecondDoor, printAll, runSecondFestival } from './actors/second-calls.ts';
import { buyThere, type FestivalEvent, type FestivalOrder, holdAnotherEvent, type SecondFestival, sellOut } from './actors/second-festival.ts';
import { STORIES, playStory } from './actors/stories.ts';
import { hangOn, hangPicture, keepBooklets, uploadPicture } from './actors/uploader.ts';
import { readSheets } from './actors/treasurer.ts';
import { lendTheDoor, lookAround, readTheDesk } from './actors/visitor.ts';
import { giveShift } from './actors/volunteer.ts';
import type { Dice } from './dice.ts';
import { hasOpenGroups, leftOf, type ModelDrawer, type ModelEvent, type ModelOrder, type ModelTicket, owedOf, placesOf } from './model.ts';
import type { World } from './world.ts';

export interface People {
  buyers: Person[];
  secretary: Person;
  cashier: Person;
  doorkeeper: Person;
  editor: Person;
  cheat: Person;
  visitor: Person;
  festival: SecondFestival;
}

export interface Day {
  world: World;
  people: People;
  dice: Dice;
  drawer: ModelDrawer | null;
  /** How many mails people have read. */
  mailsRead: { count: number };
  /** Nobody else goes shopping. */
  only: string | undefined;
}

export const comingEvents = (world: World): ModelEvent[] => [...world.model.events.values()].filter(({ state, date }) => state === 'open' && date >= dayInMadrid(world.clock.now()));

/** Bought on the web, with tickets that are told. */
const paidOrders = (world: World): ModelOrder[] => [...world.model.orders.values()].filter(({ state, means, tickets, isGivenBack }) => state === 'paid' && (means === 'card' || means === 'nothing') && tickets.length > 0 && !isGivenBack);

const isComing = (world: World, { eventId }: ModelOrder): boolean => comingEvents(world).some(({ id }) => id === eventId);

const validTickets = (world: World): { order: ModelOrder; ticket: ModelTicket }[] =>
  paidOrders(world).flatMap((order) => (!isComing(world, order) ? [] : order.tickets.filter(({ state }) => state === 'valid').map((ticket) => ({ order, ticket }))));

/** What a drawer may give back: sales by hand, and what a card could not take. */
const salesByHand = (world: World): ModelOrder[] => openOrders(world).filter((order) => order.means !== 'nothing' && (order.means !== 'card' || leftOf(order).byHand > 0));

const openOrders = (world: World): ModelOrder[] => [...world.model.orders.values()].filter(({ state, tickets, eventId, isGivenBack }) => state === 'paid' && tickets.length > 0 && !isGivenBack && world.model.events.get(eventId)!.state === 'open');

const changeableTickets = (world: World): { order: ModelOrder; ticket: ModelTicket }[] =>
  openOrders(world).flatMap((order) => (!isComing(world, order) || order.means === 'house' ? [] : order.tickets.filter(({ state }) => state === 'valid').map((ticket) => ({ order, ticket }))));

/** Of events that were moved, whoever has money to get back. */
const ordersWithChoice = (world: World): ModelOrder[] =>
  openOrders(world).filter((order) => isComing(world, order) && world.model.events.get(order.eventId)!.isMoved && leftOf(order).byCard + leftOf(order).byHand > 0 && order.tickets.some(({ state }) => state === 'valid'));

/** Of events with colles, without a ticket that somebody else has. */
const inCollaEvents = (world: World): ModelOrder[] =>
  paidOrders(world).filter((order) => isComing(world, order) && hasOpenGroups(world.model.events.get(order.eventId)!, world.clock.now()) && order.tickets.every(({ state, oldIds }) => state === 'valid' && oldIds.length === 0));

const openGroups = (world: World): string[] => [...world.model.groups].filter(([, eventId]) => comingEvents(world).some(({ id }) => id === eventId)).map(([code]) => code);

const members = (people: People, event: ModelEvent): Person[] => people.buyers.filter((buyer) => buyer.password !== null && maySee(buyer, event));

const owedOrders = (world: World): ModelOrder[] => [...world.model.orders.values()].filter((order) => owedOf(world.model, order) > 0);

const closedDrawers = (world: World): ModelDrawer[] => [...world.model.drawers.values()].filter(({ state }) => state === 'closed');

const soldOut = (world: World): ModelEvent[] => comingEvents(world).filter(({ id, maxTickets, visibility }) => visibility === 'public' && maxTickets !== null && placesOf(world.model, id) >= maxTickets);

const buyerOf = (people: People, { email }: ModelOrder): Person => people.buyers.find((buyer) => buyer.email === email) ?? people.secretary;

export async function actsOfMorning(day: Day): Promise<void> {
  const { world, people, dice } = day;
  const coming = comingEvents(world);
  if (coming.length < 2 || dice.chance(0.15)) await makeEvent(world, people.secretary);
  if (coming.length > 2 && dice.chance(0.03)) await withdraw(world, people.secretary, dice.pick(coming));
  if (dice.chance(0.4)) day.drawer = await openDrawer(world, people.cashier);
  const { festival } = people;
  const today = dayInMadrid(world.clock.now());
  if (!festival.events.some(({ date }) => date >= today) || dice.chance(0.1)) {
    const event = await holdAnotherEvent(world, festival);
    for (const buyer of [...festival.guests, ...festival.members]) await buyThere(world, buyer, event);
  }
}

/** What happens at the second festival, and how likely at any moment. */
const BESIDE: readonly { share: number; act: (world: World, at: { festival: SecondFestival; event: FestivalEvent; order: FestivalOrder }) => Promise<void> }[] = [
  { share: 0.15, act: async (world, { festival, event }) => void (await buyThere(world, festival.admin.dice.pick([...festival.guests, ...festival.members]), event)) },
  { share: 0.04, act: keepSecondDoor },
  { share: 0.02, act: runSecondFestival },
  { share: 0.01, act: sellOut },
  { share: 0.005, act: printAll },
  { share: 0.01, act: comeAndGo },
  { share: 0.003, act: async (world, { festival }) => keepBooklets(world, festival.editor) },
  { share: 0.02, act: async (world, { festival }) => uploadPicture(world, festival.editor) },
  { share: 0.02, act: async (world, { festival }) => hangPicture(world, festival.editor) },
  { share: 0.01, act: async (world, { festival, event }) => hangOn(world, festival.admin, { path: `/admin/events/edit/${event.id}`, bucket: 'events' }) },
  { share: 0.03, act: async (world, { festival }) => signInAndOut(world, festival.editor.dice.pick(festival.members)) },
  { share: 0.03, act: async (world, { festival }) => askByMail(world, festival.editor.dice.pick(festival.members)) },
  { share: 0.01, act: async (world, { festival }) => changePassword(world, festival.editor.dice.pick(festival.members)) },
];

/** What the model knows is not for those who press whatever there is. */
const isFollowed = ({ model }: World, path: string): boolean => [...model.drawers.keys(), ...model.vouchers.keys()].some((id) => path.includes(id));

const PRESSED_PER_MOMENT = 0.5;
const SHARE_OF_STORIES = 0.01;

async function actsBeside({ world, people: { festival }, dice }: Day): Promise<void> {
  const event = festival.events.length === 0 ? undefined : dice.pick(festival.events);
  if (event === undefined) return;
  const order = event.orders.length === 0 ? undefined : dice.pick(event.orders);
  for (const { share, act } of BESIDE) if (dice.chance(share) && order !== undefined) await act(world, { festival, event, order });
  if (dice.chance(SHARE_OF_STORIES)) await playStory(world, festival, dice.pick(STORIES));
  if (dice.chance(PRESSED_PER_MOMENT)) await pressOne(world, dice.pick(PRESSES)({ festival, event, order, dice, today: dayInMadrid(world.clock.now()) }), dice);
}

/** Everything of the second festival, one after the other. */
export async function actEverythingBeside({ world, people: { festival }, dice }: Day): Promise<void> {
  const [event] = festival.events;
  if (event === undefined) return;
  for (const { act } of BESIDE) for (const order of event.orders.slice(0, 1)) await act(world, { festival, event, order });
  for (const story of STORIES) await playStory(world, festival, story);
  for (const choose of PRESSES) await pressOne(world, choose({ festival, event, order: event.orders.length === 0 ? undefined : dice.pick(event.orders), dice, today: dayInMadrid(world.clock.now()) }), dice);
}

async function pressOne(world: World, choice: Press | null, dice: Dice): Promise<void> {
  if (choice === null) return;
  const { who, intents = [], field, wanted, follow, under, query, mail } = choice;
  const links = follow === undefined ? [] : (await linksOn(world, who, { path: choice.path, like: follow })).filter((to) => !isFollowed(world, to));
  const link = links.length === 0 ? undefined : dice.pick(links);
  const followed = link === undefined ? undefined : [under === undefined ? link : `${link}/${under}`, ...(query === undefined ? [] : [query])].join('?');
  const path = followed ?? (mail === undefined ? choice.path : linkInMail(world, who.email, mail));
  if (path === null) return;
  const intent = intents.length === 0 ? '' : dice.pick(intents);
  await press(world, who, { path, intent: intent === '' ? undefined : intent, field, ...(wanted !== undefined && { wanted }) });
}

/** What may happen at any moment of the day, and how likely. */
const AT_ANY_MOMENT: readonly { share: number; act: (day: Day) => Promise<void> }[] = [
  { share: 0.7, act: async (day) => asShopper(day, (person) => goShopping(day.world, person)) },
  { share: 0.3, act: async ({ world, people, dice, drawer }) => (drawer === null ? undefined : withOneOf(dice, comingEvents(world), (event) => sellByHand(world, people.cashier, { drawer, event }))) },
  { share: 0.08, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => refundSome(world, people.secretary, order)) },
  { share: 0.04, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => cancelSome(world, people.secretary, order)) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => correctAddress(world, people.secretary, order)) },
  { share: 0.04, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => resend(world, people.secretary, order)) },
  { share: 0.1, act: async ({ world, people, dice }) => withOneOf(dice, validTickets(world), (held) => giveAway(world, { sender: buyerOf(people, held.order), secretary: people.secretary }, held)) },
  { share: 0.1, act: async ({ world, people, dice }) => withOneOf(dice, validTickets(world), (held) => changeDish(world, { sender: buyerOf(people, held.order), secretary: people.secretary }, held)) },
  { share: 0.15, act: async ({ world, people, dice, only }) => withOneOf(dice, soldOut(world), (event) => asShopper({ people, dice, only }, (person) => joinWaitingList(world, person, event))) },
  { share: 0.06, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => editEvent(world, people.secretary, event)) },
  { share: 0.06, act: async ({ world, people, dice, drawer }) => (drawer === null ? undefined : withOneOf(dice, salesByHand(world), (order) => refundSale(world, people.cashier, { drawer, order }))) },
  { share: 0.1, act: async ({ world, people, dice, drawer }) => (drawer === null ? undefined : withOneOf(dice, owedOrders(world), (order) => payOwed(world, people.cashier, { drawer, order }))) },
  { share: 0.02, act: async ({ world, people, dice }) => withOneOf(dice, closedDrawers(world), (drawer) => correctCount(world, people.secretary, drawer)) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, closedDrawers(world), (drawer) => withOneOf(dice, comingEvents(world), (event) => useClosedDrawer(world, people.cashier, { drawer, event }))) },
  { share: 0.1, act: async ({ world, people, dice, drawer }) => withOneOf(dice, changeableTickets(world), (wanted) => changeToAnotherPrice(world, people.secretary, { ...wanted, drawer })) },
  { share: 0.05, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => makeVouchers(world, people.secretary, { event, hidden: comingEvents(world).find(({ visibility }) => visibility !== 'public') })) },
  { share: 0.05, act: async ({ world, people, dice }) => withOneOf(dice, [...world.model.vouchers.values()], (voucher) => lookAtVoucher(world, people.secretary, voucher)) },
  { share: 0.05, act: async ({ world, people, dice }) => withOneOf(dice, openGroups(world), (code) => lookAtGroup(world, people.secretary, code)) },
  { share: 0.04, act: async ({ world, people, dice }) => withOneOf(dice, inCollaEvents(world), (order) => changeGroup(world, buyerOf(people, order), order)) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, paidOrders(world), (order) => readWithToken(world, people.secretary, order)) },
  { share: 0.03, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => withOneOf(dice, members(people, event), (member) => giveShift(world, { secretary: people.secretary, member }, event))) },
  { share: 0.08, act: async (day) => asShopper(day, (person) => shopByKey(day.world, person)) },
  { share: 0.01, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world).filter(({ isMoved }) => !isMoved), (event) => moveEvent(world, people.secretary, event)) },
  { share: 0.02, act: async ({ world, people, dice }) => withOneOf(dice, comingEvents(world), (event) => shrinkEvent(world, people.secretary, event)) },
  { share: 0.15, act: async ({ world, people, dice }) => withOneOf(dice, ordersWithChoice(world), (order) => choose(world, buyerOf(people, order), order)) },
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
  await actsBeside(day);
}

export async function actsOfEvening({ world, people, event }: Day & { event: ModelEvent }): Promise<void> {
  await readSheets(world, people.secretary, event);
  await keepTheDoor(world, people.doorkeeper, event);
}

/** The dice are thrown for the others, too, so that the day stays as it was. */
async function asShopper({ people, dice, only }: Pick<Day, 'people' | 'dice' | 'only'>, act: (person: Person) => Promise<void>): Promise<void> {
  const person = dice.pick(people.buyers);
  if (only === undefined || person.name === only) await act(person);
}

async function shopByKey(world: World, person: Person): Promise<void> {
  const found = keyToHiddenEvent(world, (event) => maySee(person, event));
  if (found !== null) await goShoppingByKey(world, person, found);
}

async function withOneOf<Item>(dice: Dice, items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  if (items.length > 0) await act(dice.pick(items));
}
