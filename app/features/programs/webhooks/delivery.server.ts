import { performance } from 'node:perf_hooks';

import { type Attempt, isAboutReceiver, judgeStatus, nextTry, TRIED_FOR_MS } from '#app/domain/programs/delivery.ts';
import { lowestSequence, messageBody } from '#app/domain/programs/message.ts';
import { lastRestoredAt } from '#app/features/backups/service.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { openWebhookSecret, signedHeaders } from './secret.server.ts';
import { countAllAsTried, type Delivery, endLease, endPause, giveUpOld, leaseWebhook, type LeasedWebhook, markDelivered, markDeliveryFailed, numberDeliveries, pauseDelivery, pauseWebhook, selectDueWebhooks, selectNextDelivery, selectPerson, type Tried } from './store.server.ts';

/** Longer than a turn and the last answer in it may take. */
const LEASE_MS = 60_000;
/** A slow receiver keeps the others waiting no longer than this. */
const MOST_PER_RECEIVER_MS = 5_000;

/** Any number of processes may call it: each receiver is served by one of them, its messages in their order. */
export async function deliverDue(deps: Deps, ending: AbortSignal): Promise<void> {
  const due = await selectDueWebhooks(deps.db.query, deps.clock.now());
  const served = await Promise.allSettled(due.map((id) => serve(deps, id, ending)));
  for (const one of served) if (one.status === 'rejected') throw one.reason;
}

async function serve(deps: Deps, id: string, ending: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const webhook = await leaseWebhook(deps.db.query, id, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (webhook === null) return;
  const begun = performance.now();
  await deps.db.inTransaction(async (tx) => numberDeliveries(tx, id, { now: deps.clock.now(), above: lowestSequence(await lastRestoredAt(tx)) }));
  while (!ending.aborted && performance.now() - begun < MOST_PER_RECEIVER_MS) {
    const delivery = await selectNextDelivery(deps.db.query, id, deps.clock.now());
    if (delivery === null || !(await deliver(deps, webhook, delivery))) break;
  }
  await endLease(deps.db.query, id);
}

/** False when the receiver does not answer: then nothing more is tried for a while. */
async function deliver(deps: Deps, webhook: LeasedWebhook, delivery: Delivery): Promise<boolean> {
  const { attempt, tried } = await attemptDelivery(deps, webhook, delivery);
  // A process that dies here has delivered it and doesn't know: it is sent again, under the same id.
  await deps.checkpoint('after-send-before-mark');
  if (attempt.delivered) {
    await markDelivered(deps.db.query, tried);
    await noteAnswering(deps.db.query, webhook);
    return true;
  }
  const { now } = tried;
  const aboutReceiver = isAboutReceiver(attempt.failure);
  const givenUp = await deps.db.inTransaction(async (tx) => {
    await markDeliveryFailed(tx, tried, attempt.failure);
    if (aboutReceiver) {
      await countAllAsTried(tx, webhook.id, now);
      await pauseWebhook(tx, webhook.id, { failures: webhook.failures + 1, until: nextTry(webhook.failures + 1, now), now });
    } else {
      await pauseDelivery(tx, delivery.id, nextTry(delivery.attempts + 1, now));
      await noteAnswering(tx, webhook);
    }
    return giveUpOld(tx, webhook.id, { now, triedBefore: new Date(now.getTime() - TRIED_FOR_MS) });
  });
  if (givenUp > 0) deps.log.warn({ webhook: webhook.id, messages: givenUp }, 'a webhook did not take its messages for three days');
  return !aboutReceiver;
}

/** Also where it did not want that one message. */
async function noteAnswering(query: Query | Tx, webhook: LeasedWebhook): Promise<void> {
  if (webhook.failures === 0) return;
  await endPause(query, webhook.id);
  webhook.failures = 0;
}

export async function attemptDelivery(deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'postOutside'>, webhook: LeasedWebhook, delivery: Delivery): Promise<{ attempt: Attempt; tried: Tried }> {
  const begun = performance.now();
  const body = messageBody({ ...delivery, data: await dataFor(deps, webhook, delivery) });
  const headers = signedHeaders(await openWebhookSecret(deps, webhook.sealedSecret), { id: delivery.id, at: deps.clock.now(), body });
  const answer = await deps.postOutside({ url: webhook.url, headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'Comboi-Webhooks/1' }, body });
  const attempt: Attempt = 'status' in answer ? judgeStatus(answer.status) : { delivered: false, failure: answer.failure, status: null };
  return { attempt, tried: { id: delivery.id, webhookId: webhook.id, status: attempt.status, tookMs: Math.round(performance.now() - begun), now: deps.clock.now() } };
}

async function dataFor({ db }: Pick<Deps, 'db'>, { people }: LeasedWebhook, { data }: Delivery): Promise<Delivery['data']> {
  const { orderNumber } = data;
  const person = people && typeof orderNumber === 'string' ? await selectPerson(db.query, orderNumber) : null;
  return person === null ? data : { ...data, ...person };
}
