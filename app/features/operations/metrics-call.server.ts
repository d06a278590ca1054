import { timingSafeEqual } from 'node:crypto';

import type { Deps } from '#app/platform/deps.server.ts';
import { readMailHealth } from '#app/features/mail/admin-mails/service.server.ts';
import { readPaymentHealth } from '#app/features/payments/service.server.ts';
import { countHolds } from '#app/features/orders/service.server.ts';
import { diskSpace } from '#app/platform/adapters/full-disk.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

import { fullDiskAlarms } from './service.server.ts';
import { readSiteCertificate } from './site-certificate.server.ts';
import { selectAlarms } from './store.server.ts';

const FIGURES_WITHIN_MS = 3_000;
const LOOPBACK = /^(::ffff:)?127\.|^\[?::1\]?$|^localhost$/;
/** A reverse proxy on this machine connects from loopback too, but sends a forwarding header. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Mounted before sessions are read: it answers without a database, and under any host name. */
export const metricsCall: Call = call('GET', '/metrics', {
  audience: 'operator',
  limit: null,
  openapi: {
    summary: "Figures for Prometheus: with COMBOI_METRICS_TOKEN as a bearer token, or, where none is set, from this machine's own loopback address",
    responses: { 200: { description: 'The text format of Prometheus', content: { 'text/plain': { schema: { type: 'string' } } } }, ...problems(401) },
  },
  async handle(c, { deps }) {
    if (!isOperator(c.req.raw, { peer: c.env.address, token: deps.env.metricsToken })) throw new Refusal('NOT_SIGNED_IN', { message: 'Fa falta COMBOI_METRICS_TOKEN' });
    await readFigures(deps);
    return c.body(await deps.metrics.text(), 200, { 'Content-Type': deps.metrics.contentType });
  },
});

function isOperator({ url, headers }: Request, { peer, token }: { peer: string; token: string | null }): boolean {
  if (token === null) return LOOPBACK.test(peer) && LOOPBACK.test(new URL(url).hostname) && !FORWARDED.some((name) => headers.has(name));
  const received = Buffer.from(headers.get('authorization')?.replace(/^Bearer /i, '') ?? '');
  const wanted = Buffer.from(token);
  return received.length === wanted.length && timingSafeEqual(received, wanted);
}

async function readFigures(deps: Deps): Promise<void> {
  const { metrics } = deps;
  metrics.set('pool_connections', deps.db.connections());
  metrics.set('door_pool_connections', deps.doorDb.connections());
  metrics.set('heavy_work_waiting', Object.fromEntries(Object.entries(deps.concurrency).map(([work, slots]) => [work, slots.count().waiting])));
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, FIGURES_WITHIN_MS, new Error('late')).unref());
  const read = Promise.all([readMailHealth(deps), readPaymentHealth(deps), countHolds(deps.db.query), selectAlarms(deps.db.query)]);
  const found = await Promise.race([read, late]).catch(() => null);
  metrics.set('database_up', found === null ? 0 : 1);
  const [mail, payments, holds, alarms] = found ?? [null, null, null, null];
  metrics.set('mails', mail && { pending: mail.pending, sending: mail.sending, failed: mail.failed });
  metrics.set('oldest_mail_seconds', mail && (mail.oldestWaitingSince === null ? 0 : (deps.clock.now().getTime() - mail.oldestWaitingSince.getTime()) / 1000));
  metrics.set('holds', holds);
  metrics.set('refunds', payments && payments.refunds);
  metrics.set('payment_cases', payments && payments.cases.reduce((sum, { count }) => sum + count, 0));
  metrics.set('alarms', Object.fromEntries([...fullDiskAlarms(deps), ...(alarms ?? [])].map(({ kind }) => [kind, 1])));
  metrics.set('disk_full', fullDiskAlarms(deps).length);
  const space = await diskSpace(deps.env.dataDir);
  metrics.set('disk_free_bytes', space && space.freeBytes);
  const certificate = readSiteCertificate(deps);
  metrics.set('certificate_seconds', certificate && (certificate.validTo.getTime() - deps.clock.now().getTime()) / 1000);
}
