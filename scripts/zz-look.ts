import { mkdtemp } from 'node:fs/promises';
import { launchChromium, visitSite } from '/work/rooms/dishes/tests/support/browser/browser.ts';
import { startChild } from '/work/rooms/dishes/tests/support/process/child-process.ts';
import { freePort, ROOT } from '/work/rooms/dishes/tests/support/process/child-server.ts';
const dataDir = await mkdtemp('/tmp/dishes-look-');
const port = await freePort();
const server = startChild(ROOT + '/node_modules/.bin/node', ['server.ts'], { cwd: ROOT, env: { PORT: String(port), DATA_DIR: dataDir } });
try {
  await server.says(/Comboi is ready/);
  const base = `http://127.0.0.1:${port}`;
  const story = (await import(process.argv[2]!)).default;
  const browser = await launchChromium();
  try {
    for (const [device, colorScheme] of [['phone', 'light'], ['desktop', 'light'], ['phone', 'dark'], ['desktop', 'dark']] as const) {
      const visit = await visitSite(browser, base, { device, colorScheme });
      await story({ page: visit.page, base, device, theme: colorScheme, shot: (name: string, full = true) => visit.page.screenshot({ path: `/tmp/dshots/${name}-${device}-${colorScheme}.png`, fullPage: full }) });
      await visit.context.close();
    }
  } finally { await browser.close(); }
} finally { server.send('SIGTERM'); await server.ended; }
