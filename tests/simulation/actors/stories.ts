import { MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import type { World } from '../world.ts';
import { askByMail, signInAndOut } from './account-owner.ts';
import { AWARD, BLOCK, MEMBER_LIST, type Press, REQUEST, SHIFT, TABLE, USER } from './pages-to-press.ts';
import { FOUND_LINK, linkInMail, linksOn, press, WAITING_LINK } from './presser.ts';
import { readOwnTicket } from './second-calls.ts';
import { buyThere, type FestivalEvent, type FestivalOrder, holdAnotherEvent, type SecondFestival, sellOut } from './second-festival.ts';
import type { Person } from './person.ts';
import { hangOn } from './uploader.ts';

/* What one person can only press after another one has: each story has an event of its own. */

interface Scene {
  world: World;
  festival: SecondFestival;
  event: FestivalEvent;
}

const MINUTE_MS = 60_000;

async function does(world: World, who: Person, { path, intents = [''], follow, ...more }: Omit<Press, 'who'> & { next?: string }): Promise<void> {
  for (const intent of intents) {
    const links = follow === undefined ? [path] : await linksOn(world, who, { path, like: follow });
    const [to] = links;
    if (to !== undefined) await press(world, who, { path: to, intent: intent === '' ? undefined : intent, remembers: false, ...more });
  }
}

async function anOrder({ world, festival, event }: Scene): Promise<FestivalOrder | null> {
  const everybody = [...festival.guests, ...festival.members];
  for (const buyer of everybody) await buyThere(world, buyer, event);
  return event.orders.at(-1) ?? null;
}

async function mailsComeIn(world: World): Promise<void> {
  world.clock.advance(MINUTE_MS);
  await world.rounds();
}

/** Members ask for a shift, and are taken, turned down, or think better of it. */
async function shifts({ world, festival: { admin, members }, event }: Scene): Promise<void> {
  await does(world, admin, { path: `/admin/torns/${event.id}`, intents: ['make', 'make'], wanted: { starts: '18:00', ends: '20:00', places: '2', day: '0', kind: 'door' } });
  await does(world, admin, { path: `/admin/torns/${event.id}`, follow: SHIFT, intents: ['shift'] });
  for (const member of members) await does(world, member, { path: '/torns', intents: ['apuntar', 'apuntar'] });
  await does(world, admin, { path: `/admin/torns/${event.id}`, intents: ['turn-down', 'accept'] });
  for (const member of members) await does(world, member, { path: '/torns', intents: ['apuntar', 'llevar'] });
  await does(world, admin, { path: `/admin/torns/${event.id}`, intents: ['delete'] });
}

/** Somebody is put at a table for good, and somebody who bought later is given one; two leave their colla, and the next one that they found. */
async function tables(scene: Scene): Promise<void> {
  const { world, festival: { admin, cashier, guests }, event } = scene;
  await anOrder(scene);
  await does(world, admin, { path: `/admin/taules/${event.id}/sala`, intents: ['generate'], wanted: { text: '3 taules de 8' } });
  await does(world, admin, { path: `/admin/taules/${event.id}`, intents: ['arrange'] });
  await does(world, admin, { path: `/admin/taules/${event.id}`, follow: TABLE, intents: ['pin', 'unpin'] });
  for (const guest of guests) await buyThere(world, guest, event);
  const seat = async (who: Person, page: string, order: FestivalOrder | undefined): Promise<void> => {
    if (order !== undefined) await does(world, who, { path: `/admin/${page}/${event.id}?tiquet=${encodeURIComponent(order.tickets[0]!.number)}` });
  };
  await seat(cashier, 'till-seure', event.orders.at(-2));
  await seat(admin, 'seure', event.orders.at(-1));
  for (const { id, buyer } of event.orders.slice(0, 2)) await does(world, buyer, { path: `/la-meua-colla?order_id=${id}`, intents: ['deixar', 'crear', 'deixar'] });
}

/** People wait for a full event: one thinks better of it, one is offered places, one is put in another order. */
async function waitingList(scene: Scene): Promise<void> {
  const { world, festival, event } = scene;
  for (let times = 0; times < 3; times += 1) await sellOut(world, scene);
  const [order] = event.orders;
  if (order !== undefined) await does(world, festival.admin, { path: `/admin/orders/${order.id}`, intents: ['refund-some'], wanted: { ticket: 'on', reason: 'Prova' } });
  await does(world, festival.admin, { path: `/admin/waiting-list/${event.id}`, intents: ['offer', 'smaller', 'order', 'remove', 'close'] });
  for (const who of [...festival.guests, ...festival.members]) {
    const link = linkInMail(world, who.email, WAITING_LINK);
    if (link !== null) await does(world, who, { path: link, intents: ['leave'] });
  }
}

/** Tickets are lost, and found by a mail; some of them are given back. */
async function lostTickets(scene: Scene): Promise<void> {
  const { world, festival: { admin, doorkeeper, members }, event } = scene;
  const order = await anOrder(scene);
  if (order === null) return;
  const { buyer, tickets: [ticket] } = order;
  for (const { buyer: owner, tickets: [own] } of event.orders) if (members.some(({ email }) => email === owner.email)) await readOwnTicket(world, owner, own!.number);
  await does(world, buyer, { path: '/tiquet-perdut', field: 'email', wanted: { email: buyer.email } });
  await mailsComeIn(world);
  const link = linkInMail(world, buyer.email, FOUND_LINK);
  if (link !== null) await does(world, buyer, { path: link });
  await does(world, admin, { path: `/admin/orders/${order.id}`, intents: ['resend', 'refund-some'], wanted: { ticket: 'on', reason: 'Prova' } });
  const other = event.orders.find((one) => one !== order)?.tickets[0] ?? ticket!;
  await does(world, doorkeeper, { path: `/admin/ticket-verification?event=${event.id}`, wanted: { qrData: other.id, eventId: String(event.id), mode: 'in' }, next: 'use' });
}

/** Whoever keeps the accounts shuts one out for a moment, takes in a list, and answers a question. */
async function office({ world, festival: { admin, members } }: Scene): Promise<void> {
  const member = members.at(-1)!;
  await does(world, admin, { path: '/admin/users/import', field: 'text', wanted: { text: MEMBER_LIST }, next: 'import' });
  await does(world, admin, { path: '/admin/users?q=neus-nova', follow: USER, intents: ['person', 'role', 'enable', 'invite', 'end-sessions', 'disable', 'enable'] });
  for (let times = 0; times < 3; times += 1) await askByMail(world, member);
  await does(world, admin, { path: '/admin/personal-data', intents: ['person'], wanted: { email: member.email } });
  for (const path of await linksOn(world, admin, { path: '/admin/personal-data', like: REQUEST })) await does(world, admin, { path, intents: ['done'] });
}

/** The front page is changed and changed back, a person on it and an award get a photo and lose it, and people come and go. */
async function frontPage({ world, festival: { editor, members } }: Scene): Promise<void> {
  await does(world, editor, { path: '/admin/home', intents: ['add', 'hide', 'show', 'up', 'down'] });
  await does(world, editor, { path: '/admin/home', intents: ['add'], wanted: { kind: 'falleres' } });
  for (const path of await linksOn(world, editor, { path: '/admin/home', like: BLOCK })) {
    await does(world, editor, { path, intents: ['block'], wanted: { 'items[0].text': 'Carla' } });
    await hangOn(world, editor, { path, bucket: 'site' });
    await does(world, editor, { path, intents: ['no-picture'] });
  }
  await does(world, editor, { path: '/admin/awards', intents: ['award'], wanted: { year: '2019', title: 'Primer premi' } });
  for (const path of (await linksOn(world, editor, { path: '/admin/awards', like: AWARD })).slice(0, 1)) {
    await hangOn(world, editor, { path, bucket: 'awards' });
    await does(world, editor, { path, intents: ['no-photo', 'remove'] });
  }
  for (const member of members) {
    await signInAndOut(world, member);
    await world.insist(member.dice, { path: '/api/session', body: { email: member.email, password: MEMBER_PASSWORD }, address: member.address });
    await does(world, member, { path: '/dispositius', intents: ['end-others'] });
  }
}

export const STORIES: readonly ((scene: Scene) => Promise<void>)[] = [shifts, tables, waitingList, lostTickets, office, frontPage];

export async function playStory(world: World, festival: SecondFestival, story: (scene: Scene) => Promise<void>): Promise<void> {
  const event = await holdAnotherEvent(world, festival, addDays(dayInMadrid(world.clock.now()), 2));
  await story({ world, festival, event });
}
