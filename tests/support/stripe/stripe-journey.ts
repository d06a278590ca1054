import type { Page } from 'playwright-core';

import { type OpenVisit, test } from '../site/journey.ts';
import { startStripeSite, type StripeSite } from './stripe-site.ts';

/** A site whose payments go through Stripe, and buyers who may be sent there. */
export const stripeJourney = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }): Promise<StripeSite> => {
    const site = await startStripeSite();
    onCleanup(() => site.end());
    return site;
  })
  .extend('buyer', ({ visit, site }) => {
    const atStripe = [`^foreign host: ${site.stripe.url}$`, `\\(${site.stripe.url}/favicon\\.ico\\)$`].map((pattern) => new RegExp(pattern));
    return (options: OpenVisit = {}): Promise<Page> => visit({ device: 'phone', ...options, expected: [...atStripe, ...(options.expected ?? [])] });
  });
