import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import { examine } from '#app/features/doctor/doctor.server.ts';
import { examineFiles } from '#app/features/files/upkeep/service.server.ts';
import type { PaymentProvider } from '#app/platform/adapters/payments/payment-provider.server.ts';

import { examined } from '../reporting/counts.ts';
import type { TestApp } from './test-app.ts';

/** Before anything that a test's clock may have seen. */
const EVER = new Date(0);

/** What the doctor finds wrong in the books and beside the sandbox's; empty when they are in order. Seals the audit first. */
export async function violations(app: Pick<TestApp, 'db' | 'clock' | 'deps'> & { sandbox: PaymentProvider }): Promise<string[]> {
  await sealAudit(app.db.query);
  const found = await examine({ db: app.db, payments: app.sandbox, clock: app.clock }, { since: EVER });
  found.push(...(await examineFiles(app.deps)));
  examined(found.length);
  return found.map(({ rule, what, how }) => `${rule}: ${what} (${how})`);
}

/** The end of a test file: the books must be in order, whatever the tests did to them. */
export async function closeInOrder(app: TestApp): Promise<void> {
  const broken = await violations(app);
  await app.close();
  if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.join('\n')}`);
}
