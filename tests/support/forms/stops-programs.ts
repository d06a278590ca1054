import type { Page } from 'playwright-core';

import type { Site } from '../site/site.ts';
import { madeByCall } from './made-by-call.ts';
import type { Stop } from './walk.ts';

async function aToken(page: Page): Promise<void> {
  await madeByCall(page, '/api/admin/tokens', { name: 'Pantalla de la cuina', scopes: ['kitchen:read'] });
}

/** Nobody listens at its address, and one message was given up. */
async function aWebhook(site: Site, page: Page): Promise<string> {
  const id = await madeByCall(page, '/api/admin/webhooks', { url: 'http://127.0.0.1:9/avisos', events: ['order.paid'] });
  const now = site.clock.now();
  await site.db.query.insertInto('webhookDeliveries').values({ id: site.deps.ids.uuid(), webhookId: id, type: 'order.paid', subject: 'order:ORD-1', happenedAt: now, data: '{}', givenUpAt: now }).execute();
  return `/admin/programs/webhooks/${id}`;
}

export const PROGRAM_STOPS: readonly Stop[] = [
  { page: '/admin/programs', who: 'admin', fill: { name: 'Web', scopes: 'on' } },
  { page: '/admin/programs', who: 'admin', open: async (_site, page) => (await aToken(page), '/admin/programs'), fill: { name: 'Web', scopes: 'on' } },
  { page: '/admin/programs/webhooks', who: 'admin', fill: { url: 'https://exemple.cat/avisos', events: 'on' } },
  { page: '/admin/programs/webhooks/:webhookId', who: 'admin', open: aWebhook },
];
