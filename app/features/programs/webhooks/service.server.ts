import { isIP } from 'node:net';

import { type ReceiverFailure, failureText } from '#app/domain/programs/delivery.ts';
import { lowestSequence, MESSAGE_TYPES, type MessageType, TEST_MESSAGE } from '#app/domain/programs/message.ts';
import { readReceiverUrl } from '#app/domain/programs/receiver-url.ts';
import { isOneOf } from '#app/domain/record.ts';
import { lastRestoredAt } from '#app/features/backups/service.server.ts';
import { isLoopbackAddress, isPublicAddress } from '#app/platform/adapters/outgoing/public-address.server.ts';
import { type KeyReused, type MadeBefore, withSecretOnce } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';

import type { ListedWebhook, LoggedDelivery, TestAnswer } from '../schema.ts';
import { attemptDelivery } from './delivery.server.ts';
import { sealWebhookSecret } from './secret.server.ts';
import { countGivenUp, countWebhooks, insertTest, insertWebhook, markDelivered, markEnded, markDeliveryFailed, retryGivenUp, selectDeliveries, selectWebhooks, selectWebhookToTest, settleGivenUp } from './store.server.ts';

const MOST_WEBHOOKS = 20;
const LOGGED = 100;

type WebhookMade = { outcome: 'made'; id: string; secret: string } | { outcome: 'invalid'; problems: Record<string, string> };

interface NewWebhook {
  url: string;
  events: readonly MessageType[];
  people: boolean;
}

/** The secret is told only here. */
export async function makeWebhook(deps: Deps, admin: AdminId, { idempotencyKey: key, ...requested }: NewWebhook & { idempotencyKey: string | null }): Promise<WebhookMade | MadeBefore | KeyReused | RightLost> {
  const read = readReceiverUrl(requested.url, { loopback: deps.env.demo });
  if ('problem' in read) return { outcome: 'invalid', problems: { url: read.problem } };
  if (leadsInside(read.url, { loopback: deps.env.demo })) return { outcome: 'invalid', problems: { url: "Ha de ser una adreça pública: esta és d'una xarxa de dins" } };
  const secret = deps.ids.webhookSecret();
  const sealedSecret = await sealWebhookSecret(deps, secret);
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => withSecretOnce(tx, { key, scope: 'webhook', request: [admin, requested], now }, async (): Promise<WebhookMade> => {
    if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) return { outcome: 'invalid', problems: { url: `Ja n'hi ha ${MOST_WEBHOOKS}: lleva els que no facen falta` } };
    const id = deps.ids.uuid();
    const events = [...new Set(requested.events)];
    await insertWebhook(tx, { id, url: read.url, events, people: requested.people, sealedSecret, createdBy: admin, createdAt: now });
    await audit({ action: 'webhook.made', subject: 'webhook', subjectId: id, detail: { events: events.join(' '), people: requested.people } });
    return { outcome: 'made', id, secret };
  }));
}

/** Of an address in figures; where a name leads is looked at before each sending. */
function leadsInside(receiver: string, { loopback }: { loopback: boolean }): boolean {
  const host = new URL(receiver).hostname.replaceAll(/[[\]]/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) && !(loopback && isLoopbackAddress(host));
}

export async function endWebhook(deps: Deps, admin: AdminId, id: string): Promise<{ outcome: 'ended' | 'not_found' } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'ended' | 'not_found' }> => {
    if (!(await markEnded(tx, id, now))) return { outcome: 'not_found' };
    await audit({ action: 'webhook.ended', subject: 'webhook', subjectId: id });
    return { outcome: 'ended' };
  });
}

/** What was given up: tried anew for three days, or seen and left. */
export async function decideGivenUp(deps: Deps, admin: AdminId, { id, again }: { id: string; again: boolean }): Promise<{ outcome: 'done'; messages: number } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'done'; messages: number }> => {
    const messages = again ? await retryGivenUp(tx, id) : await settleGivenUp(tx, id, now);
    await audit({ action: again ? 'webhook.tried_again' : 'webhook.left', subject: 'webhook', subjectId: id, detail: { messages } });
    return { outcome: 'done', messages };
  });
}

/** One message at once, outside of the queue and never tried again. */
export async function sendTest(deps: Deps, admin: AdminId, id: string): Promise<{ outcome: 'tested'; answer: TestAnswer } | { outcome: 'not_found' } | RightLost> {
  const webhook = await selectWebhookToTest(deps.db.query, id);
  if (webhook === null) return { outcome: 'not_found' };
  const delivery = { id: deps.ids.uuid(), type: TEST_MESSAGE, subject: `webhook:${id}`, happenedAt: deps.clock.now(), data: { message: 'Hola des de Comboi' }, attempts: 0 };
  const written = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now }) => insertTest(tx, { id: delivery.id, webhookId: id, subject: delivery.subject, above: lowestSequence(await lastRestoredAt(tx)), now, data: delivery.data }));
  if (typeof written === 'object') return written;
  const { attempt, tried } = await attemptDelivery(deps, webhook, { ...delivery, sequence: written });
  if (attempt.delivered) await markDelivered(deps.db.query, tried);
  else await markDeliveryFailed(deps.db.query, tried, attempt.failure);
  return { outcome: 'tested', answer: { delivered: attempt.delivered, status: attempt.status, problem: attempt.delivered ? null : failureText(attempt.failure, attempt.status), milliseconds: tried.tookMs } };
}

export async function listWebhooks(deps: Pick<Deps, 'db'>, _admin: AdminId, id?: string): Promise<ListedWebhook[]> {
  return (await selectWebhooks(deps.db.query, id)).map(({ events, createdAt, failingSince, lastDeliveredAt, nextAttemptAt, ...webhook }) => ({
    ...webhook,
    events: events.filter((type) => isOneOf(MESSAGE_TYPES, type)),
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }));
}

/** With its newest messages; null for one that is over. */
export async function readWebhookLog(deps: Pick<Deps, 'db'>, admin: AdminId, id: string): Promise<{ webhook: ListedWebhook; deliveries: LoggedDelivery[] } | null> {
  const [webhook] = await listWebhooks(deps, admin, id);
  if (webhook === undefined) return null;
  const deliveries = (await selectDeliveries(deps.db.query, id, LOGGED)).map(({ happenedAt, lastAttemptAt, answerStatus, failure, tookMs, deliveredAt, givenUpAt, ...delivery }): LoggedDelivery => ({
    ...delivery,
    happenedAt: happenedAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    status: answerStatus,
    problem: failure === null ? null : failureText(failure as ReceiverFailure, answerStatus),
    milliseconds: tookMs,
    state: deliveredAt !== null ? 'delivered' : givenUpAt !== null ? 'given_up' : 'waiting',
  }));
  return { webhook, deliveries };
}

export async function countMessagesGivenUp(deps: Pick<Deps, 'db'>): Promise<number> {
  return countGivenUp(deps.db.query);
}
