import { createHmac, timingSafeEqual } from 'node:crypto';

import { backoff } from '#app/domain/time/backoff.ts';

import type { Clock } from '../../clock.server.ts';
import type { Query } from '../../db/database.server.ts';
import type { Logger } from '../../log.server.ts';
import type { ProviderEvent } from '../payment-provider.server.ts';

export type Deliver = (delivery: { body: string; signature: string }) => Promise<boolean>;

const SIGNATURE_TOLERANCE_S = 300;
const RETRY_MS = { first: 2_000, longest: 10 * 60_000 };
const EVENTS_PER_ROUND = 20;

interface Delivery {
  query: Query;
  clock: Clock;
  log: Logger;
  webhookSecret: string;
  deliver: Deliver;
}

export async function deliverDueEvents(delivery: Delivery): Promise<void> {
  const { query, clock } = delivery;
  const due = await query
    .selectFrom('sandboxEvents')
    .select(['id', 'type', 'sessionId', 'attempts', 'createdAt'])
    .where('deliveredAt', 'is', null)
    .where('nextAttemptAt', '<=', clock.now())
    .orderBy('createdAt')
    .limit(EVENTS_PER_ROUND)
    .execute();
  for (const event of due) {
    await query
      .updateTable('sandboxEvents')
      .set({ attempts: event.attempts + 1, nextAttemptAt: new Date(clock.now().getTime() + backoff(event.attempts, RETRY_MS)) })
      .where('id', '=', event.id)
      .execute();
    if (await deliverOne(delivery, event)) {
      await query.updateTable('sandboxEvents').set({ deliveredAt: clock.now() }).where('id', '=', event.id).execute();
    }
  }
}

async function deliverOne({ clock, log, webhookSecret, deliver }: Delivery, event: { id: string; type: string; sessionId: string; createdAt: Date }): Promise<boolean> {
  const body = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    livemode: false,
    data: { object: { id: event.sessionId, object: 'checkout.session' } },
  });
  try {
    return await deliver({ body, signature: sign(body, clock.now(), webhookSecret) });
  } catch (error) {
    log.warn({ err: error }, 'the sandbox could not deliver its webhook');
    return false;
  }
}

/** Stripe's form: the time, and an HMAC-SHA256 of time and raw body. */
export function sign(body: string, now: Date, secret: string): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret)}`;
}

export function isSignedBy(body: string, header: string, key: { secret: string; now: Date }): boolean {
  const fields = new Map(header.split(',').map((field) => [field.slice(0, field.indexOf('=')).trim(), field.slice(field.indexOf('=') + 1)]));
  const seconds = Number(fields.get('t'));
  const given = Buffer.from(fields.get('v1') ?? '', 'hex');
  const expected = Buffer.from(hmac(`${fields.get('t')}.${body}`, key.secret), 'hex');
  if (!Number.isInteger(seconds) || Math.abs(key.now.getTime() / 1000 - seconds) > SIGNATURE_TOLERANCE_S) return false;
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function parseEvent(rawBody: string): ProviderEvent | null {
  try {
    const event: { id?: unknown; type?: unknown; created?: unknown; data?: { object?: { id?: unknown } } } = JSON.parse(rawBody);
    if (typeof event.id !== 'string' || typeof event.type !== 'string') return null;
    const session = event.data?.object?.id;
    const createdAt = new Date(Number.isSafeInteger(event.created) ? Number(event.created) * 1000 : 0);
    return { id: event.id, type: event.type, createdAt, session: typeof session === 'string' ? session : null, payment: null };
  } catch {
    return null;
  }
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
