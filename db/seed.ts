import { sql } from 'kysely';

import type { Database, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Ids } from '#app/platform/adapters/ids.server.ts';
import { hashPassword } from '#app/platform/adapters/password-hashing.server.ts';
import type { MenuDraft } from '#app/domain/event/menu-fields.ts';
import { NOTHING } from '#app/domain/money.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';
import { readHallText } from '#app/domain/seating/hall.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { insertUsers, setRights } from '#app/features/members/users-store.server.ts';
import { markEmailVerified, setPassword } from '#app/features/sign-in/store.server.ts';
import { runPlaceOrder } from '#app/features/checkout/store.server.ts';
import { eventBodySchema } from '#app/features/events/admin/schema.ts';
import { insertEvent, writeMenu } from '#app/features/events/admin/store.server.ts';
import { insertBlock } from '#app/features/home/store.server.ts';
import { markSent } from '#app/features/mail/store.server.ts';
import { insertRoom, insertTables, makeHall } from '#app/features/seating/store.server.ts';
import { insertShift, markAllNotified, writeSignup } from '#app/features/shifts/store.server.ts';
import { confirmEntry, insertEntry } from '#app/features/waiting-list/store.server.ts';

import { type CastAct, type CastChoice, type CastEvent, type CastMember, type CastShift, EVENTS, PASSWORD, PEOPLE, type YearAct } from './cast.ts';
import { HOME_BLOCKS } from './cast-home.ts';
import { datesOf } from './cast-dates.ts';
import { YEAR } from './cast-year.ts';

interface Facts {
  db: Database;
  ids: Ids;
  now: Date;
}

const HOUR_MS = 3_600_000;

/** Serialises two processes that start on one empty database. */
const SEED_LOCK = 7_241_001;

/** Loads the cast into an empty database, all or nothing, through the features' own stores. False where it isn't empty. */
export async function seedDemo(facts: Facts): Promise<boolean> {
  return facts.db.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    const anything = await tx.selectFrom('events').select('id').limit(1).executeTakeFirst();
    if (anybody || anything) return false;
    const adminId = await addPeople(tx, facts);
    for (const event of EVENTS) await addEvent(tx, { ...facts, event, adminId });
    await addHomeBlocks(tx, facts);
    return true;
  });
}

/** The festival's own days, which nothing in the demo leads to but its calendar and lists. */
export async function seedYear(facts: Facts): Promise<void> {
  await facts.db.inTransaction(async (tx) => {
    const { id: adminId } = await tx.selectFrom('users').select('id').where('email', '=', PEOPLE[0].email).executeTakeFirstOrThrow();
    for (const event of YEAR) await addEvent(tx, { ...facts, event, adminId });
  });
}

export async function holdsDemo({ db }: Pick<Facts, 'db'>): Promise<boolean> {
  const sessionUser = await db.query
    .selectFrom('users')
    .select('id')
    .where('email', 'in', PEOPLE.map(({ email }) => email))
    .limit(1)
    .executeTakeFirst();
  const event = await db.query.selectFrom('demoEvents').select('key').limit(1).executeTakeFirst();
  return sessionUser !== undefined || event !== undefined;
}

/** Moves demo events that nobody has edited to their day counted from today, so that the demo never grows stale. */
export async function redateDemo({ db, now }: Pick<Facts, 'db' | 'now'>): Promise<void> {
  const today = dayInMadrid(now);
  for (const event of [...EVENTS, ...YEAR]) {
    await db.query
      .updateTable('events')
      .from('demoEvents')
      .set(datesOf(event, today))
      .whereRef('demoEvents.eventId', '=', 'events.id')
      .where('demoEvents.key', '=', event.key)
      .where('events.version', '=', 1)
      .execute();
  }
  await markAllNotified(db.query);
}

async function addHomeBlocks(tx: Tx, { ids, now }: Facts): Promise<void> {
  for (const [position, { items, ...block }] of HOME_BLOCKS.entries()) {
    await insertBlock(tx, { ...block, id: ids.uuid(), items: items.map(({ picture: _picture, ...item }) => ({ url: null, ...item, id: ids.uuid(), fileId: null })), position, now });
  }
}

async function addPeople(tx: Tx, { ids, now }: Facts): Promise<string> {
  const hash = await hashPassword(PASSWORD);
  const people = PEOPLE.map(({ email, name, role, rights = [] }: CastMember) => ({ id: ids.uuid(), email, name, role, rights }));
  await insertUsers(tx, people.map(({ rights: _rights, ...user }) => user), now);
  await setRights(tx, people);
  for (const { id } of people) {
    await markEmailVerified(tx, id, now);
    await setPassword(tx, { userId: id, hash, now });
  }
  return people.find(({ role }) => role === 'admin')!.id;
}

async function addEvent(tx: Tx, facts: Facts & { event: CastEvent | YearAct; adminId: string }): Promise<void> {
  const { event, ids, now } = facts;
  const { key, title, time, endTime, location, description, referencePrice: price, image, visibility, maxTickets, sections, options, asksNeeds = false, handedOut = 0, waiting = [], shifts = [], hall } = event;
  const { eventDate: date, saleEndDate, kitchenDeadline } = datesOf(event, dayInMadrid(now));
  const draft = { title, date, time, endTime, location, description, price, image, visibility, saleStart: null, saleEndDate, maxTickets, kitchenDeadline: kitchenDeadline?.toISOString() ?? null, asksNeeds, groups: hall !== undefined };
  const eventId = await insertEvent(tx, draft, { copiedFrom: null, now });
  const menu = eventBodySchema.pick({ sections: true, options: true }).parse({ sections: sections.map((section) => ({ ...section, items: section.items.map(toBody) })), options: options.map(toBody) });
  await writeMenu(tx, eventId, { menu: withNewIds(menu, ids), now });
  await tx.insertInto('demoEvents').values({ key, eventId }).execute();
  if (hall !== undefined) await addHall(tx, { ...facts, eventId, hall });
  for (const shift of shifts) await addShift(tx, { ...facts, eventId, date, shift });
  for (let left = handedOut; left > 0; left -= MAX_TICKETS_PER_ORDER) {
    await handOut(tx, { ...facts, eventId, quantity: Math.min(left, MAX_TICKETS_PER_ORDER) });
  }
  for (const { email, places, hoursAgo } of waiting) {
    const entry = { id: ids.uuid(), eventId, email, places, now: new Date(now.getTime() - hoursAgo * HOUR_MS) };
    await insertEntry(tx, entry);
    await confirmEntry(tx, entry.id, entry.now);
  }
}

async function addShift(tx: Tx, { ids, now, eventId, date, shift }: Facts & { eventId: number; date: string; shift: CastShift }): Promise<void> {
  const { kind, dayOffset = 0, starts, ends, places, note = null, taken = [], requested = [] } = shift;
  const shiftId = ids.uuid();
  await insertShift(tx, { id: shiftId, eventId, kind, dayOffset, starts, ends, places, note, now });
  const people = await tx.selectFrom('users').select(['id', 'email']).where('email', 'in', [...taken, ...requested, '']).execute();
  for (const { id: userId, email } of people) {
    await writeSignup(tx, { shiftId, userId, state: taken.includes(email) ? 'confirmed' : 'asked', notified: { date: addDays(date, dayOffset), starts, ends }, now });
  }
}

async function addHall(tx: Tx, { ids, now, eventId, hall }: Facts & { eventId: number; hall: NonNullable<CastAct['hall']> }): Promise<void> {
  const read = readHallText(hall.text);
  if ('problem' in read) throw new Error(`the hall of the cast: ${read.problem}`);
  await makeHall(tx, eventId, now);
  const roomId = ids.uuid();
  await insertRoom(tx, { id: roomId, eventId, name: hall.name });
  await insertTables(tx, eventId, read.tables.map((table, at) => ({ ...table, id: ids.uuid(), roomId, number: at + 1, label: hall.labels[at + 1] ?? null, accessible: hall.accessible.includes(at + 1) })));
}

async function handOut(tx: Tx, facts: Facts & { adminId: string; eventId: number; quantity: number }): Promise<void> {
  const { ids, now, adminId, eventId, quantity } = facts;
  const [orderId, mailId] = [ids.uuid(), ids.uuid()];
  const result = await runPlaceOrder(tx, {
    now: now.toISOString(),
    key: null,
    requestHash: '',
    actor: `user:${adminId}`,
    eventId,
    offerId: null,
    eventVersion: 1,
    orderId,
    buyer: `user:${adminId}`,
    userId: adminId,
    email: PEOPLE[0].email,
    userName: PEOPLE[0].name,
    role: 'admin',
    status: 'completed',
    total: 0,
    quantity,
    termsVersion: DEFAULT_TERMS_VERSION,
    holdExpiresAt: null,
    sessionExpiresAt: null,
    paymentId: ids.uuid(),
    paymentKey: orderId,
    mailId,
    provider: 'sandbox',
    networkHash: null,
    cookieless: false,
    caps: null,
    tickets: Array.from({ length: quantity }, () => ({ id: ids.ticket(), price: NOTHING, menu: [], extras: [], note: null })),
  });
  if (result.outcome !== 'placed') throw new Error(`the demo's tickets could not be handed out: ${result.outcome}`);
  await markSent(tx, { id: mailId }, now);
}

function toBody({ prices: [pricePublic, priceMember, priceCommission], ...choice }: CastChoice) {
  return { ...choice, pricePublic, priceMember, priceCommission };
}

function withNewIds({ sections, options }: MenuDraft, ids: Ids): MenuDraft<string> {
  return {
    sections: sections.map((section) => ({ ...section, id: ids.uuid(), items: section.items.map((item) => ({ ...item, id: ids.uuid() })) })),
    options: options.map((option) => ({ ...option, id: ids.uuid() })),
  };
}
