/** Public pages on a slow phone (CPU 4x slower, 150 ms round trips, 1.6 Mbit/s), median of first visits. `npm run bench -- pages [paths]`. */
import { launchChromium } from '#tests/support/browser/browser.ts';
import { type FirstVisit, firstVisit, ownScripts } from '#tests/support/browser/slow-phone.ts';
import { startServer } from '#tests/support/process/child-server.ts';

const PATHS = ['/', '/tickets', '/order/1', '/news', '/calendar', '/llibrets', '/premis', '/contact'];
const VISITS = 5;

const requested = process.argv.slice(2).filter((word) => word.startsWith('/'));
await using server = await startServer({ env: { COMBOI_RATE_LIMITS: '0' } });
const browser = await launchChromium();
try {
  console.log(row(['page', 'FCP ms', 'LCP ms', 'CLS', 'kB', 'JS kB', 'all JS gz', 'CSS kB', 'fonts kB', 'images kB', 'largest']));
  for (const path of requested.length === 0 ? PATHS : requested) console.log(await measured(path));
} finally {
  await browser.close();
}

async function measured(path: string): Promise<string> {
  await (await fetch(server.url + path)).text();
  const visits: FirstVisit[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) visits.push(await firstVisit(browser, { url: server.url, path }));
  const middle = visits.toSorted((one, other) => one.largestPaint - other.largestPaint)[Math.floor(VISITS / 2)]!;
  const { firstPaint, largestPaint, shift, bytes, scripts, kinds, largest } = middle;
  const kilobytes = (size = 0): string => (size / 1000).toFixed(0);
  return row([path, firstPaint.toFixed(0), largestPaint.toFixed(0), shift.toFixed(3), kilobytes(bytes), kilobytes(await ownScripts(server.url, path)), kilobytes(scripts), kilobytes(kinds['Stylesheet']), kilobytes(kinds['Font']), kilobytes(kinds['Image']), largest]);
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : index === cells.length - 1 ? `  ${cell}` : cell.padStart(10))).join('');
}
