import { expect, onTestFinished, test } from 'vitest';

import { readEnv } from '#app/platform/env.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { openDeps } from '#app/open-deps.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { launchChromium, visitSite } from '#tests/support/browser/browser.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { type ChildServer, freePort, startServer, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { openDoor, quick, sell, usedOf, wedge } from '#tests/support/site/door-phones.ts';

const EACH = 3;

test('the server ends or dies in mid-evening and comes back: the phones go on, nobody signs in or scans again (D17)', async () => {
  const [dataDir, port] = [await temporaryFolder(), await freePort()];
  const env = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', DATABASE_URL: await aTestDatabase() };
  const ours = await openDeps(readEnv({ ...env, DATA_DIR: dataDir, PORT: String(port) }), { log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  let server: ChildServer = await startServer({ dataDir, port, env });
  const site = { url: server.url, db: ours.deps.db, clock: ours.deps.clock, deps: ours.deps };
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await server.kill();
    await ours.close();
    await removeDataDir(dataDir);
  });
  const event = await anEvent(site);
  const tickets = (await sell(site, event, EACH * 5)).map(({ id }) => id);
  const { page, end } = await visitSite(browser, server.url, { device: 'phone', expected: [/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE|ERR_SOCKET|503/] });
  await openDoor(page, event);
  await quick(page);
  await page.getByText(`${tickets.length} tiquets`).waitFor();

  let scanned = 0;
  async function letIn(): Promise<void> {
    for (const id of tickets.slice(scanned, scanned + EACH)) {
      await wedge(page, id);
      await page.getByRole('heading', { name: 'Endavant' }).waitFor();
      await press(button(page, 'Següent'));
    }
    scanned += EACH;
  }

  await letIn();
  for (const way of ['stop', 'kill'] as const) {
    await server[way]();
    const begun = performance.now();
    expect(await statusOf(`${server.url}/health/live`)).toBeNull();
    await letIn();
    await page.getByText(/Sense connexió/).waitFor();
    server = await startServer({ dataDir, port, env });
    figure(`D17 seconds without a server (${way}), its start included`, ((performance.now() - begun) / 1_000).toFixed(1));
    await page.getByText(/per enviar/).waitFor({ state: 'detached' });
    await letIn();
    await expect.poll(() => usedOf(site, event.id)).toBe(scanned);
    // The stream comes back as well.
    await page.getByLabel(new RegExp(`Han entrat ${scanned} de ${tickets.length}`)).waitFor();
  }
  const entries = await site.db.query.selectFrom('scans').select('ticketId').where('kind', '=', 'entry').where('success', '=', true).execute();
  figure('D17 rescans needed after two restarts', scanned - entries.length);
  expect(entries).toHaveLength(tickets.length);
  await end();
});
