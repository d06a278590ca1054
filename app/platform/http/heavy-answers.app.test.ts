import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { HEAVY_WORK, type HeavyWork } from '#app/platform/adapters/concurrency-limits.server.ts';
import { readWalletCredentials } from '#app/platform/adapters/wallets/wallet-credentials.server.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { CALLS, FILE_READERS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';
import { feedPath, renewFeed } from '#app/features/calendar-feed/service.server.ts';
import { fileCall } from '#app/features/files/serving/service.server.ts';
import { metricsCall } from '#app/features/operations/metrics-call.server.ts';
import { lostTicketCookie } from '#app/features/tickets/recovery/cookies.server.ts';
import { openTicketLink, renderLostTicketMail } from '#app/features/tickets/recovery/lost-ticket.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { soldTickets } from '#tests/support/people/scanners.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { passCertificates } from '#tests/support/wallets/wallet-authorities.ts';

import { type Call, limitOf, nameOfCall } from './calls.server.ts';
import { healthCalls } from './health.server.ts';
import { DEFAULT_BODY_BYTES } from './route-table.server.ts';

/* Every call and page of the product whose answer, or whose body, may be expensive: what is new among them is bounded, or says here why it need not be. */

/** Answers that are neither JSON nor pages and take no turn. */
const NEED_NO_SLOT: Readonly<Record<string, string>> = {
  'GET /api/events/:id/calendar': 'one event, half a kilobyte of text',
  'GET /api/orders/:orderId/calendar': 'one event, half a kilobyte of text',
  'GET /api/my-tickets/:number/calendar': 'one event, half a kilobyte of text',
  'GET /api/taken-tickets/:key/calendar': 'one event, half a kilobyte of text',
  'GET /api/calendar.ics': 'two hundred events at most, as text',
  'GET /api/calendar/:token': 'two hundred events at most, as text',
  'GET /sitemap.xml': 'a line for each of two hundred events and a thousand news at most',
  'GET /embed/events': 'a dozen events at most, made once for all, like a page',
  'GET /.well-known/security.txt': 'four lines',
  'GET /files/:name': 'made already; streamed, at most 1.5 GB in five minutes to one network',
  'GET /api/events/:id/live': 'a number, or one of four thousand streams at most, which cost nothing while nothing happens',
  'GET /api/door/:eventId/live': 'a number, or one of four thousand streams at most, which cost nothing while nothing happens',
  'GET /api/admin/members/template.csv': 'a line of headers and one of an example',
  'GET /sense-connexio': 'one page for everybody, drawn once for all',
  'GET /metrics': 'for whoever runs the site',
};

/** Bodies beyond the usual 128 kB that take no turn. */
const LONG_BODIES: Readonly<Record<string, string>> = {
  'POST /api/admin/uploads': 'streamed into the storage piece by piece, never held whole',
  'PATCH /api/admin/uploads/:id': 'streamed into the storage piece by piece, never held whole',
  'DELETE /api/admin/uploads/:id': 'has no body; declared with its siblings',
  'POST /api/admin/events': 'an event with its menu, 512 kB, of admins',
  'PUT /api/admin/events/:id': 'an event with its menu, 512 kB, of admins',
  'PUT /api/admin/events/:id/seating': 'a hall with all who sit in it, 2 MB, of admins',
  'POST /api/door/:eventId/scans': 'five hundred scans, 256 kB, of people of the door',
};

/** Calls that are not counted by the network that asks. */
const NOT_COUNTED: Readonly<Record<string, string>> = {
  'POST /api/payments/stripe': 'signed by the payment provider, whose retries must not be refused',
  'GET /metrics': 'for whoever runs the site',
  'GET /health/live': 'asked by the machine itself',
  'GET /health/ready': 'asked by the machine itself',
};

/** Pages without a screen whose answer is no file, or a small one. */
const NO_FILES: Readonly<Record<string, string>> = { '/logout': 'leads elsewhere', '/*': 'leads elsewhere', '/les-meues-dades/dades.json': 'the rows of one person, as text' };

const ALL = [...CALLS, fileCall(FILE_READERS), ...healthCalls, metricsCall].filter(({ audience }) => audience !== 'demo');

function mediaTypesOf({ openapi }: Call): string[] {
  const answers = Object.entries(openapi?.responses ?? {}).filter(([status]) => status.startsWith('2'));
  return answers.flatMap(([, answer]) => Object.keys((answer as { content?: object }).content ?? {}));
}

const NO_JSON = ALL.filter((call) => mediaTypesOf(call).some((type) => type !== 'application/json'));
const NEED_SLOT = NO_JSON.filter((call) => !(nameOfCall(call) in NEED_NO_SLOT));
const FILES = PAGES.filter(({ path, screen }) => !(path in NO_FILES) && !/^export default /m.test(readFileSync(new URL(`../../${screen}`, import.meta.url), 'utf8')));

/** Pictures are kept by the revision of the settings, and other tests of the same process have asked for theirs. */
function ofOwnRevision(settings: SiteSettings): SiteSettings {
  return { ...settings, association: { ...settings.association, revision: 870_231 } };
}

let app: TestApp;
let addresses: Record<string, string>;
let cookies: { member: string; admin: string; link: string };
/** Of an order of its own. */
let passes: string[];

beforeAll(async () => {
  const { certificate, key, authority } = passCertificates();
  const wallets = await aTestApp().then(async (plain) => {
    const credentials = await readWalletCredentials({ applePass: { certificate, key, authority, passphrase: null }, googleWallet: null }, plain.deps);
    await plain.close();
    return credentials;
  });
  app = await aTestApp({ deps: ({ settings }) => ({ wallets, settings: { ...settings, current: async () => ofOwnRevision(await settings.current()) } }) });
  cookies = { member: await signedIn(app, 'soci@comboi.test'), admin: await signedIn(app, 'admin@comboi.test'), link: '' };
  const event = await anEvent(app, { maxTickets: 50 });
  const [own] = await soldTickets(app, { event, cookie: cookies.member });
  const others = await soldTickets(app, { event, quantity: 4, body: { email: 'perduda@example.com' } });
  passes = others.slice(1).map(({ orderId, ticketNumber }) => `/api/orders/${orderId}/tickets/${ticketNumber}/apple-wallet`);
  const { page } = await take(app, await give(app, others[0]!), { name: 'Marta' });
  const member = await app.db.query.selectFrom('users').select('id').where('email', '=', 'soci@comboi.test').executeTakeFirstOrThrow();
  await renewFeed(app.deps, member.id);
  const { token } = await app.db.query.selectFrom('calendarFeeds').select('token').where('userId', '=', member.id).executeTakeFirstOrThrow();
  const stored = (await (await aTusClient(app, cookies.admin).upload('events', await aPicture())).json()) as { variants: { url: string }[] };
  const mail = await renderLostTicketMail(app.deps, { recipient: 'perduda@example.com' } as Parameters<typeof renderLostTicketMail>[1]);
  const code = /codi=([A-Z2-7]{26})/.exec(mail!.text)![1]!;
  cookies.link = lostTicketCookie('key', await openTicketLink(app.deps, code), app.deps.env.publicUrl).split(';')[0]!;
  addresses = {
    id: String(event.id),
    eventId: String(event.id),
    orderId: own!.orderId,
    number: own!.ticketNumber,
    season: '2030',
    'GET /api/admin/vouchers/:id/codes.csv': `/api/admin/vouchers/${(await aVoucher(app, cookies.admin)).id}/codes.csv`,
    key: new URL(page!, app.deps.env.publicUrl).searchParams.get('clau')!,
    'GET /api/calendar/:token': feedPath(token),
    'GET /pictures/events/:id/:name': `/pictures/events/${event.id}/page.jpg`,
    'GET /identity/:name': '/identity/preview.jpg',
    'GET /files/:name': stored.variants[0]!.url,
  };
});
afterAll(() => app.close());

function addressOf(call: Call): string {
  return addresses[nameOfCall(call)] ?? call.path.replaceAll(/:(\w+)/g, (_, name: string) => addresses[name] ?? `unknown-${name}`);
}

function ask(call: Call, signal?: AbortSignal): Promise<Response> {
  return app.ask(addressOf(call), { headers: { Cookie: call.audience === 'member' ? cookies.member : cookies.admin }, ...(signal && { signal }) });
}

/** Takes so many places of each kind of work; what it gives frees them, as the test's end does. */
async function takeAll({ waitingToo }: { waitingToo: boolean }): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  const working: (() => void)[] = [];
  const waiting: Promise<unknown>[] = [];
  for (const work of Object.keys(HEAVY_WORK) as HeavyWork[]) {
    const { atOnce, maxWaiting } = HEAVY_WORK[work];
    for (let place = 0; place < atOnce; place += 1) working.push((await app.deps.concurrency[work].enter())!);
    for (let place = 0; waitingToo && place < maxWaiting; place += 1) waiting.push(app.deps.concurrency[work].enter({ signal: leaving.signal }).catch(() => null));
  }
  const free = async (): Promise<void> => {
    leaving.abort();
    await Promise.all(waiting);
    for (const end of working) end();
  };
  onTestFinished(free);
  return free;
}

/** However slow the machine is. */
async function until(isSo: () => void): Promise<void> {
  await vi.waitFor(isSo, { timeout: 120_000, interval: 20 });
}

async function pagesAnswer(): Promise<void> {
  for (const path of ['/tickets', '/api/events', '/health/ready']) expect([path, (await app.ask(path)).status]).toEqual([path, 200]);
}

async function refusalOf(answer: Response): Promise<unknown> {
  const refused = answer.status === 503 ? ((await answer.json()) as { code: string; message: string }) : null;
  return { status: answer.status, waits: Number(answer.headers.get('Retry-After')) > 0, inWords: refused?.code === 'BUSY' && refused.message.endsWith('torna-ho a provar') };
}

const COME_BACK_LATER = { status: 503, waits: true, inWords: true };

async function typed(call: Call, answer: Response): Promise<string> {
  const isDeclared = mediaTypesOf(call).some((type) => answer.headers.get('Content-Type')?.startsWith(type));
  const { byteLength } = await answer.arrayBuffer();
  return `${nameOfCall(call)}: ${answer.status}${isDeclared && byteLength > 0 ? '' : ' is not as declared'}`;
}

describe('an answer that is neither JSON nor a page', () => {
  test('is refused in words while its work and all places to wait are taken, or is one of those that need no turn', async () => {
    const free = await takeAll({ waitingToo: true });
    const refused = [];
    for (const call of NEED_SLOT) refused.push([nameOfCall(call), await refusalOf(await ask(call))]);
    expect(refused).toEqual(NEED_SLOT.map((call) => [nameOfCall(call), COME_BACK_LATER]));
    for (const call of NO_JSON.filter((one) => !NEED_SLOT.includes(one))) expect(await typed(call, await ask(call))).toBe(`${nameOfCall(call)}: 200`);
    await pagesAnswer();
    await free();
    figure('M13 calls with a file as answer that take turns', `${NEED_SLOT.length} of ${NO_JSON.length}`);
    expect(Object.keys(NEED_NO_SLOT).toSorted()).toEqual(NO_JSON.filter((call) => !NEED_SLOT.includes(call)).map(nameOfCall).toSorted());
    expect(NEED_SLOT.length).toBeGreaterThan(10);
  });

  test('waits while a place to wait is free, others are answered meanwhile, and then it comes', async () => {
    const works = Object.values(app.deps.concurrency);
    const asMayWait = Math.min(...Object.values(HEAVY_WORK).map(({ maxWaiting }) => maxWaiting));
    for (let from = 0; from < NEED_SLOT.length; from += asMayWait) {
      const some = NEED_SLOT.slice(from, from + asMayWait);
      const free = await takeAll({ waitingToo: false });
      const answered: string[] = [];
      const requests = some.map(async (call) => {
        const answer = await ask(call);
        answered.push(nameOfCall(call));
        return typed(call, answer);
      });
      await until(() => expect(works.reduce((sum, semaphore) => sum + semaphore.count().waiting, 0)).toBe(some.length));
      await pagesAnswer();
      expect(answered).toEqual([]);
      await free();
      expect(await Promise.all(requests)).toEqual(some.map((call) => `${nameOfCall(call)}: 200`));
      expect(works.map((semaphore) => semaphore.count())).toEqual(works.map(() => ({ working: 0, waiting: 0 })));
    }
  });

  test.each(NEED_SLOT.filter(({ heavy }) => heavy === 'sheets').map((call) => [nameOfCall(call), call] as const))('asked for by a crowd is made twice at once, and refused to whom no place to wait is left: %s', async (_name, call) => {
    const crowd = await aCrowd('sheets', (signal) => ask(call, signal));
    expect(await crowd.settle()).toEqual(Array.from({ length: HEAVY_WORK.sheets.maxWaiting }, () => 200));
  });

  test('of the renderer is drawn one at a time, and who has left waits no more', async () => {
    const crowd = await aCrowd('drawings', (signal, n) => app.ask(passes[n % passes.length]!, { signal }));
    crowd.leave();
    await until(() => expect(app.deps.concurrency.drawings.count()).toEqual({ working: 1, waiting: 0 }));
    expect(await crowd.settle()).not.toContain(200);
  });

  test('that is only looked at (HEAD), or that its reader leaves, is no longer made', async () => {
    for (const call of NEED_SLOT.filter(({ heavy }) => heavy === 'sheets')) {
      expect((await app.ask(addressOf(call), { method: 'HEAD', headers: { Cookie: cookies.admin } })).status).toBe(200);
      await (await ask(call)).body!.cancel();
      expect(app.deps.concurrency.sheets.count()).toEqual({ working: 0, waiting: 0 });
    }
  });
});

interface Crowd {
  leave(): void;
  /** Frees the places that were taken; how those who waited were answered. */
  settle(): Promise<number[]>;
}

/** Asks three times more than may wait, while as many as there may be are at work. */
async function aCrowd(work: HeavyWork, askOnce: (signal: AbortSignal, n: number) => Promise<Response>): Promise<Crowd> {
  const { atOnce, maxWaiting } = HEAVY_WORK[work];
  const semaphore = app.deps.concurrency[work];
  const held = await Promise.all(Array.from({ length: atOnce }, () => semaphore.enter()));
  const free = (): void => {
    for (const end of held) end?.();
  };
  onTestFinished(free);
  const leaving = new AbortController();
  const statuses: number[] = [];
  const requests = Array.from({ length: maxWaiting + 3 }, async (_, n) => {
    const answer = await askOnce(leaving.signal, n);
    statuses.push(answer.status);
    await answer.arrayBuffer();
  });
  await until(() => expect([statuses, semaphore.count()]).toEqual([[503, 503, 503], { working: atOnce, waiting: maxWaiting }]));
  await pagesAnswer();
  return {
    leave: () => leaving.abort(),
    async settle() {
      free();
      await Promise.all(requests);
      expect(semaphore.count()).toEqual({ working: 0, waiting: 0 });
      return statuses.slice(3);
    },
  };
}

test.each(FILES.map(({ path }) => path))('a page that is a file waits its turn like a call, and is refused in words: %s', async (path) => {
  const print = (): Promise<Response> => app.ask(path, { headers: { Cookie: cookies.link } });
  const free = await takeAll({ waitingToo: true });
  const refused: Response[] = [];
  // Oftener than one may have it: to be told to come again costs nothing.
  for (let attempt = 0; attempt < 12; attempt += 1) refused.push(await print());
  await free();
  const busy = refused.at(-1)!;
  expect([busy.status, Number(busy.headers.get('Retry-After')) > 0, busy.headers.get('Content-Type')]).toEqual([503, true, 'text/plain; charset=utf-8']);
  expect(await busy.text()).toMatch(/torna-ho a provar\.$/);
  const file = await print();
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
});

describe('a body beyond the usual length', () => {
  const longForms = PAGES.filter(({ formBytes }) => formBytes !== undefined).map(({ path }) => path.replaceAll(/:\w+\??/g, '1'));
  const send = (path: string): Promise<Response> => {
    const body = `x=${'x'.repeat(DEFAULT_BODY_BYTES)}`;
    return app.ask(path, { method: 'POST', body, headers: { Cookie: cookies.admin, 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) } });
  };

  test.each(longForms)('is held in memory in its turn only: %s', async (path) => {
    const free = await takeAll({ waitingToo: true });
    const refused = await send(path);
    await pagesAnswer();
    await free();
    expect(await refusalOf(refused)).toEqual(COME_BACK_LATER);
    expect((await send(path)).status).not.toBe(503);
    expect(app.deps.concurrency.longForms.count()).toEqual({ working: 0, waiting: 0 });
  });

  test('of a call is one of those that need none', () => {
    expect(ALL.filter(({ bodyBytes = 0 }) => bodyBytes > DEFAULT_BODY_BYTES).map(nameOfCall).toSorted()).toEqual(Object.keys(LONG_BODIES).toSorted());
  });

  test('that is a picture is told to come again when too many are read, and keeps what has come', async () => {
    const tus = aTusClient(app, cookies.admin);
    const picture = await aPicture();
    const address = await tus.begin({ bucket: 'events', size: picture.byteLength });
    const free = await takeAll({ waitingToo: true });
    const refused = await tus.send(address, { from: 0, bytes: picture });
    await free();
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0, await refused.json()]).toMatchObject([503, true, { code: 'TOO_BUSY' }]);
    expect((await tus.status(address)).status).toBe(200);
  });
});

test('every call is counted by the network that asks, or says here why not', () => {
  expect(ALL.filter((call) => limitOf(call) === null).map(nameOfCall).toSorted()).toEqual(Object.keys(NOT_COUNTED).toSorted());
});
