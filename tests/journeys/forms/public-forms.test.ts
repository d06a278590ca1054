import { expect } from 'vitest';

import { NOT_SENT } from '#tests/support/forms/not-sent.ts';
import { PUBLIC_STOPS } from '#tests/support/forms/stops-public.ts';
import { BROWSERS, LONGEST_WALK_MS, walkForms } from '#tests/support/forms/walk.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

test('every page of visitors and members can be used by everyone, and every form that is sent with scripts is answered', async ({ visit, site }) => {
  const pages = await Promise.all(Array.from({ length: BROWSERS }, () => visit({ device: 'phone', expected: [/status of 404 .*no-hi-es/, /status of 409 .*la-meua-colla/, /foreign host: https:\/\/wa\.me/] })));
  const { sent, found, faults } = await walkForms(pages.map((page) => page.context()), { site, stops: PUBLIC_STOPS, isOurs: (path) => !path.startsWith('/admin'), notSent: NOT_SENT });
  figure('forms of visitors and members that were sent with scripts', `${sent} of ${found}`);
  expect(faults).toEqual([]);
}, LONGEST_WALK_MS);
