import { sql } from 'kysely';

import type { Database, Tx } from '#app/adapters/db/database.server.ts';
import type { Ids } from '#app/adapters/ids.server.ts';
import { hashPassword } from '#app/adapters/password-hashing.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';

import { type CastChoice, type CastEvent, type CastMember, EVENTS, PASSWORD, PEOPLE } from './cast.ts';
import { HOME_BLOCKS } from './cast-home.ts';
import { datesOf } from './cast-dates.ts';

interface Facts {
  db: Database;
  ids: Ids;
  now: Date;
}

/** Serialises two processes that start on one empty database. */
const SEED_LOCK = 7_241_001;

/** Loads the cast into an empty database. False where there was something already. */
export async function seedDemo(facts: Facts): Promise<boolean> {
  return facts.db.inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    const anything = await tx.selectFrom('events').select('id').limit(1).executeTakeFirst();
    if (anybody || anything) return false;
    const adminId = await insertPeople(tx, facts);
    for (const event of EVENTS) await insertEvent(tx, { ...facts, event, adminId });
    await insertHomeBlocks(tx, facts);
    return true;
  });
}

/** True when this database has been a demo: people or events of the cast are in it. */
export async function holdsDemo({ db }: Pick<Facts, 'db'>): Promise<boolean> {
  const sessionUser = await db.query
    .selectFrom('users')
    .select('id')
    .where('email', 'in', PEOPLE.map(({ email }) => email))
    .limit(1)
    .executeTakeFirst();
  const event = await db.query.selectFrom('events').select('id').where('demoKey', 'is not', null).limit(1).executeTakeFirst();
  return sessionUser !== undefined || event !== undefined;
}

/** Moves demo events that nobody has edited to their day counted from today, so that the demo never grows stale. */
export async function redateDemo({ db, now }: Pick<Facts, 'db' | 'now'>): Promise<void> {
  const today = dayInMadrid(now);
  for (const event of EVENTS) {
    await db.query
      .updateTable('events')
      .set(datesOf(event, today))
      .where('demoKey', '=', event.key)
      .where('version', '=', 1)
      .execute();
  }
}

async function insertHomeBlocks(tx: Tx, { ids, now }: Facts): Promise<void> {
  for (const [position, { items, ...block }] of HOME_BLOCKS.entries()) {
    const whole = items.map((item) => ({ url: null, ...item, id: ids.uuid(), fileId: null }));
    await tx.insertInto('homeBlocks').values({ ...block, id: ids.uuid(), items: JSON.stringify(whole), position, changedAt: now }).execute();
  }
}

async function insertPeople(tx: Tx, { ids, now }: Facts): Promise<string> {
  const password = await hashPassword(PASSWORD);
  const people = PEOPLE.map(({ rights = [], ...member }: CastMember) => ({ id: ids.uuid(), rights, member }));
  await tx
    .insertInto('users')
    .values(people.map(({ id, member }) => ({ id, ...member, emailVerified: true, banned: false, createdAt: now, updatedAt: now })))
    .execute();
  await tx
    .insertInto('userRights')
    .values(people.flatMap(({ id, rights }) => rights.map((staffRight) => ({ userId: id, staffRight }))))
    .execute();
  await tx
    .insertInto('accounts')
    .values(
      people.map(({ id }) => ({ id: ids.uuid(), userId: id, accountId: id, providerId: 'credential', password, createdAt: now, updatedAt: now })),
    )
    .execute();
  return people.find(({ member }) => member.role === 'admin')!.id;
}

async function insertEvent(tx: Tx, facts: Facts & { event: CastEvent; adminId: string }): Promise<void> {
  const { event, ids, now } = facts;
  const today = dayInMadrid(now);
  const { id: eventId } = await tx
    .insertInto('events')
    .values({
      title: event.title,
      ...datesOf(event, today),
      eventTime: event.time,
      endTime: event.endTime,
      location: event.location,
      description: event.description,
      referencePrice: event.referencePrice,
      image: event.image,
      visibility: event.visibility,
      demoKey: event.key,
      demoDayOffset: event.day,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('eventStock').values({ eventId, maxTickets: event.maxTickets, sold: event.handedOut ?? 0 }).execute();

  for (const [position, section] of event.sections.entries()) {
    const sectionId = ids.uuid();
    const { items, ...rest } = section;
    await tx.insertInto('eventSections').values({ id: sectionId, eventId, position, ...rest }).execute();
    await tx.insertInto('eventSectionItems').values(items.map((item, index) => ({ sectionId, ...choiceRow(item, index, ids) }))).execute();
  }
  if (event.options.length > 0) {
    await tx.insertInto('eventAdditionalOptions').values(event.options.map((option, index) => ({ eventId, ...choiceRow(option, index, ids) }))).execute();
  }
  for (let left = event.handedOut ?? 0; left > 0; left -= MAX_TICKETS_PER_ORDER) {
    await handOut(tx, { ...facts, eventId, quantity: Math.min(left, MAX_TICKETS_PER_ORDER) });
  }
}

/** A finished order of the box office, with its tickets and its mail. */
async function handOut(tx: Tx, facts: Facts & { adminId: string; eventId: number; quantity: number }): Promise<void> {
  const { ids, now, adminId, eventId, quantity } = facts;
  const orderId = ids.uuid();
  const email = PEOPLE[0].email;
  const { digits } = await sql<{ digits: string }>`select lpad((nextval('order_digits') % 10000)::text, 4, '0') as digits`
    .execute(tx)
    .then(({ rows }) => rows[0]!);
  const orderNumber = `ORD-${Math.floor(now.getTime() / 1000)}-${digits}`;
  await tx
    .insertInto('orders')
    .values({
      id: orderId,
      orderNumber,
      eventId,
      buyer: `user:${adminId}`,
      userId: adminId,
      email,
      userName: PEOPLE[0].name,
      role: 'admin',
      status: 'completed',
      totalAmount: 0,
      ticketQuantity: quantity,
      termsVersion: DEFAULT_TERMS_VERSION,
      createdAt: now,
      paidAt: now,
    })
    .execute();
  await tx
    .insertInto('tickets')
    .values(
      Array.from({ length: quantity }, (_, index) => ({
        id: ids.ticket(),
        orderId,
        eventId,
        position: index + 1,
        ticketNumber: `${orderNumber}-T${index + 1}`,
        price: 0,
        menuSelection: '[]',
        extrasSelection: '[]',
        userRole: 'admin' as const,
        status: 'active' as const,
        createdAt: now,
      })),
    )
    .execute();
  await tx
    .insertInto('mails')
    .values({ id: ids.uuid(), kind: 'tickets', cause: 'sale', orderId, recipient: email, status: 'sent', nextAttemptAt: now, createdAt: now, sentAt: now })
    .execute();
  await tx
    .insertInto('audit')
    .values({ at: now, actor: `user:${adminId}`, action: 'order.completed', subject: 'order', subjectId: orderId })
    .execute();
}

function choiceRow({ name, emoji, prices }: CastChoice, position: number, ids: Ids) {
  const [pricePublic, priceMember, priceCommission] = prices;
  return { id: ids.uuid(), name, emoji, pricePublic, priceMember, priceCommission, position };
}
