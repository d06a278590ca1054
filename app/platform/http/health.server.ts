import { z } from 'zod';

import { fullDisk } from '#app/platform/adapters/full-disk.server.ts';

import { type Call, call } from './calls.server.ts';
import { jsonOf } from './openapi/openapi.server.ts';

const READY_WITHIN_MS = 2_000;

const answers = (status: string): object => ({ description: status, content: jsonOf(z.object({ status: z.literal(status) })) });
const notReady = { description: 'not ready, and why', content: jsonOf(z.object({ status: z.enum(['starting', 'not ready']), reasons: z.array(z.enum(['starting', 'database', 'disk', 'ending'])) })) };

/** Mounted before sessions are read, so that they answer without a database. */
export const healthCalls: readonly Call[] = [
  call('GET', '/health/live', {
    audience: 'anyone',
    limit: null,
    openapi: { summary: 'Whether the process lives', responses: { 200: answers('live') } },
    handle: (c) => c.json({ status: 'live' }),
  }),
  call('GET', '/health/ready', {
    audience: 'anyone',
    limit: null,
    openapi: { summary: 'Whether it can serve: the database answers, and no disk is full', responses: { 200: answers('ready'), 503: notReady } },
    async handle(c, { deps }) {
      const ready = await Promise.race([
        deps.db.ping().then(
          () => true,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref()),
      ]);
      const reasons = [...(ready ? [] : ['database']), ...(deps.state.get(fullDisk).since() === null ? [] : ['disk'])];
      return reasons.length === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reasons }, 503);
    },
  }),
];
