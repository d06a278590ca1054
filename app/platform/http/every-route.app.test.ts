import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp } from '#tests/support/app/test-app.ts';
import { aCrawledSite, crawl, type Finding, ROUTES, titleOf } from '#tests/support/crawl/crawl.ts';
import { hasOneTitle, hasStaffFormsForStaffAlone, isNeitherSniffedNorReferred, isValidHtml, mayNotBeFramed, runsOurScriptsAlone } from '#tests/support/crawl/documents.ts';
import { READERS, SECRETS } from '#tests/support/crawl/readers.ts';
import { answersAsDeclared, hidesNotes, hidesWhatIsNotTheirs, outlivesLostSessions } from '#tests/support/crawl/rights.ts';
import { ADDRESS_FIELDS, leadsRecoveryLinksOn, leavesWaitingOrderAlone, readsNoFurther, refusesForeignOrigins } from '#tests/support/crawl/senders.ts';
import type { Check, CrawledSite } from '#tests/support/crawl/visit.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { CALLS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';

/* Every page and call is asked once as each reader and each sender: whatever is new among them is held to all of this. */

const CHECKS: readonly { title: string; check: Check; figures?: string[]; least?: number }[] = [
  { title: 'answers everyone as the table says', check: answersAsDeclared, figures: ['H3 unexpected answers of all pages and calls to everyone'], least: READERS.length * (PAGES.length * 4 + CALLS.length - 3) },
  { title: 'shows nobody what is not theirs', check: hidesWhatIsNotTheirs },
  { title: 'shows a note for the kitchen to admins alone', check: hidesNotes, figures: ['H13 answers that show a note for the kitchen to who is no admin'] },
  { title: 'does not break where all sessions are lost', check: outlivesLostSessions, figures: ['J16 pages that broke when all sessions were lost'] },
  { title: 'leads a recovery link to the reset screen', check: leadsRecoveryLinksOn, figures: ['J14 recovery links on other paths that lead elsewhere than to the reset screen'] },
  { title: 'may not be framed, whatever is asked', check: mayNotBeFramed, figures: ['J13 answers that may be framed'] },
  { title: 'is neither sniffed nor told to others', check: isNeitherSniffedNorReferred },
  { title: 'is valid HTML', check: isValidHtml },
  { title: 'lets nothing run that is not ours: each inline script is named by its hash, and no other may run', check: runsOurScriptsAlone },
  { title: 'has one title, refused or not', check: hasOneTitle },
  { title: 'comes without the forms of the staff, unless it is theirs', check: hasStaffFormsForStaffAlone },
  { title: 'is refused to pages of other sites', check: refusesForeignOrigins },
  { title: 'leaves an order that waits for its payment alone where they ask', check: leavesWaitingOrderAlone },
  { title: 'reads no further of a body than it says, whatever an admin sends it', check: readsNoFurther, figures: ['M3 calls and pages that read beyond their limit'] },
];

let site: CrawledSite;
const findings: Finding[] = [];
beforeAll(async () => {
  site = await aCrawledSite(await aTestApp());
});
afterAll(async () => {
  site.trap.close();
  // Of a disabled account, which the product would have ended.
  await site.app.db.query.deleteFrom('sessions').execute();
  await closeInOrder(site.app);
});

test.each(ROUTES.map((route) => [titleOf(route), route] as const))('%s', async (_title, route) => {
  const own = await crawl(site, { route, checks: CHECKS });
  findings.push(...own);
  expect(own.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test.each(CHECKS)('every page and call $title', ({ title, figures = [], least = PAGES.length }) => {
  const own = findings.filter((one) => one.title === title);
  const complaints = own.flatMap((one) => one.complaints);
  for (const name of figures) figure(name, `${complaints.length} of ${own.length}`);
  expect(complaints).toEqual([]);
  expect(own.length).toBeGreaterThanOrEqual(least);
});

test('no address that anybody types, or sends in a header, is fetched by the server', async () => {
  const { app, trap } = site;
  for (const job of app.comboi.jobsOf(app.deps)) await job.round(new AbortController().signal).catch(() => {});
  await pause(200);
  figure(`K12 addresses fetched of ${ROUTES.length * ADDRESS_FIELDS.length} that were sent`, trap.requests.length);
  expect(trap.requests).toEqual([]);
  await fetch(`http://${trap.host}/intern`);
  expect(trap.requests).toEqual(['/intern']);
});

test.each(['/admin/', '/ADMIN', '/Admin/Users', '//admin', '/admin//users', '/admin%2Fusers', '/./admin', '/x/../admin', '/admin?x=1', '/admin.data?_routes=admin', '/admin/users.data?_routes=features/members/admin/admin-users'])(
  'no other writing of an admin address opens it: %s',
  async (path) => {
    for (const reader of READERS.filter((one) => one !== 'admin')) {
      const answer = await site.app.ask(path, { headers: { Cookie: site.cookies[reader] } });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain(SECRETS.person);
    }
  },
);

test('a request that an admin made is refused when it is repeated after leaving', async () => {
  const cookie = await login(site.app, await aMember(site.app, { role: 'admin' }));
  const REPEATED = ['/api/admin/tickets/:number', '/admin', '/admin/users', '/admin/users.data', '/admin/users/:userId', '/admin/payments', '/admin/mails'].map(site.addressOf.secret);
  const answers = async (): Promise<number[]> => Promise.all(REPEATED.map(async (path) => (await site.app.ask(path, { headers: { Cookie: cookie } })).status));
  expect(await answers()).toEqual(REPEATED.map(() => 200));
  await site.app.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
  const after = await answers();
  figure('H14 requests of an admin taken after leaving', `${after.filter((status) => status !== 401 && status !== 403).length} of ${REPEATED.length}`);
  expect(after).toEqual(REPEATED.map((path) => (path.startsWith('/api/') ? 401 : 403)));
});
