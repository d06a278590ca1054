import { expect } from 'vitest';

import { ADMIN_STOPS } from '#tests/support/forms/stops-admin.ts';
import { Ledger, walkStop } from '#tests/support/forms/walk.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

/** What is not sent, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  '/admin/ticket-verification use': 'the answer of a door without scripts; with them the phone asks by a call',
};

test('every form that the staff sends with scripts is answered, and leads to a page', async ({ visit, site }) => {
  const ledger = new Ledger();
  for (const stop of ADMIN_STOPS) {
    const page = await visit({ device: 'desktop', expected: [/status of 40[0-9]/] });
    await signIn(page, { email: 'admin@comboi.test' });
    const t0 = Date.now(); const f0 = ledger.faults.length;
    page.context().setDefaultTimeout(10_000);
    await walkStop(page, { stop, site, ledger });
    console.log(stop.page, Date.now() - t0, [...ledger.sent].length, ledger.faults.slice(f0));
    await page.context().close();
  }
  figure('forms of the staff that were sent with scripts', `${ledger.sent.size} of ${ledger.found.size}`);
  expect([...ledger.faults, ...ledger.missing({ isOurs: (path) => path.startsWith('/admin'), except: EXCEPT })]).toEqual([]);
});
