import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { deliverDueMails } from '#app/features/mail/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aPaidOrder, aPlacedOrder, cookieOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';
import { aTestApp } from '#tests/support/app/test-app.ts';
import type { TestSmtp } from '#tests/support/smtp/smtp-server.ts';

const HOUR_MS = 60 * 60_000;

let app: MailApp;
let smtp: TestSmtp;
let mailDeps: Deps;
let addresses = 0;

beforeAll(async () => {
  app = await aMailApp();
  ({ smtp, mailDeps } = app);
});

afterAll(() => app.close());

afterEach(async () => {
  await app.empty();
});

/** Asks as the form does, from a network address of its own unless told. */
function ask(email: string, address = `10.0.0.${(addresses += 1)}`): Promise<Response> {
  return app.ask('/tiquet-perdut', { method: 'POST', body: new URLSearchParams({ email }), address });
}

async function post(): Promise<void> {
  while ((await deliverDueMails(mailDeps, { templates: MAIL_TEMPLATES, limit: 50 })) > 0);
}

/** A buyer whose link has come by mail. */
async function aMailedLink(email: string, quantity = 1, date?: string, time = '21:00'): Promise<{ link: URL; orderId: string }> {
  const event = await anEvent(app, { time });
  const { orderId } = await aPaidOrder(app, { event, quantity, body: { email } });
  if (date !== undefined) await app.db.query.updateTable('events').set({ eventDate: date }).where('id', '=', event.id).execute();
  await app.db.query.deleteFrom('mails').execute();
  await ask(email);
  await post();
  const found = /https?:\S+\/tiquet-perdut\/obrir\?codi=[A-Z2-7]{26}/.exec(smtp.received.at(-1)?.email.text ?? '');
  if (!found) throw new Error('no link came');
  return { link: new URL(found[0]), orderId };
}

/** Follows the link as a browser: the address cleaned, the button pressed. */
async function open(link: URL): Promise<{ pressed: Response; cookie: string }> {
  const cleaned = await app.ask(link.pathname + link.search);
  const cookie = cookieOf(cleaned.headers);
  const pressed = await app.ask('/tiquet-perdut/obrir', { method: 'POST', headers: { Cookie: cookie } });
  return { pressed, cookie: cookieOf(pressed.headers) };
}

test('over https its cookies can not be planted by a sub-domain', async () => {
  const safe = await aTestApp({ env: { PUBLIC_URL: 'https://falla.example' } });
  const answer = await safe.ask(`/tiquet-perdut/obrir?codi=${'A'.repeat(26)}`);
  await safe.close();
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Secure-comboi_ticket_code=A{26}; .*HttpOnly; Secure; SameSite=Lax$/)]);
});

describe('asking for lost tickets', () => {
  test('brings a link to the coming tickets of that address, and nothing of the tickets themselves', async () => {
    const event = await anEvent(app, { title: 'Sopar perdut' });
    const order = await aPaidOrder(app, { event, quantity: 2, body: { email: 'empar@example.com' } });
    await app.db.query.deleteFrom('mails').execute();
    expect((await ask(' Empar@Example.com ')).headers.get('location')).toBe('/tiquet-perdut?enviat=1');
    await post();
    expect(smtp.received.map((mail) => mail.recipients)).toEqual([['empar@example.com']]);
    const { text, attachments } = smtp.received[0]!.email;
    expect(text).toContain('Tens 2 tiquets');
    expect(text).not.toContain(order.orderId);
    expect(attachments).toHaveLength(0);
  });

  test('answers the same and works the same for an address that bought nothing, and keeps it not', async () => {
    await aPaidOrder(app, { event: await anEvent(app), body: { email: 'known@example.com' } });
    await app.db.query.deleteFrom('mails').execute();
    const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')];
    const summary = async (answer: Response): Promise<unknown> => [
      answer.status,
      [...answer.headers].filter(([name]) => name !== 'x-request-id'),
      await answer.text(),
    ];
    expect(await summary(unknown)).toEqual(await summary(known));
    expect(await app.db.query.selectFrom('mails').select(['kind', 'status']).execute()).toEqual(Array.from({ length: 2 }, () => ({ kind: 'lost_ticket', status: 'pending' })));
    await post();
    expect(smtp.received).toHaveLength(1);
    expect(await app.db.query.selectFrom('mails').select('recipient').execute()).toEqual([{ recipient: 'known@example.com' }]);
  });

  test('forgets orders that were not paid, and events that are over', async () => {
    await aPlacedOrder(app, { event: await anEvent(app), body: { email: 'unpaid@example.com' } });
    const past = await anEvent(app);
    await aPaidOrder(app, { event: past, body: { email: 'past@example.com' } });
    await app.db.query.updateTable('events').set({ eventDate: '2020-03-15' }).where('id', '=', past.id).execute();
    await app.db.query.deleteFrom('mails').execute();
    await Promise.all([ask('unpaid@example.com'), ask('past@example.com')]);
    await post();
    expect(smtp.received).toHaveLength(0);
  });

  test('brings back what is still on after midnight, until twelve hours after it began', async () => {
    app.clock.set(new Date(instantInMadrid('2031-03-15', '21:30')));
    const { link, orderId } = await aMailedLink('nocturna@example.com', 1, '2031-03-15');
    app.clock.set(new Date(instantInMadrid('2031-03-15', '23:50')));
    const { cookie } = await open(link);
    const answers = async (): Promise<{ mails: number; page: boolean; pdf: string | null }> => {
      await app.empty();
      await ask('nocturna@example.com');
      await post();
      const [page, pdf] = [await app.ask('/tiquet-perdut/tiquets', { headers: { Cookie: cookie } }), await app.ask('/tiquet-perdut/tiquets.pdf', { headers: { Cookie: cookie } })];
      return { mails: smtp.received.length, page: (await page.text()).includes(`/payment-success?order_id=${orderId}`), pdf: pdf.headers.get('content-type') };
    };
    app.clock.set(new Date(instantInMadrid('2031-03-16', '00:30')));
    expect(await answers()).toEqual({ mails: 1, page: true, pdf: 'application/pdf' });
    app.clock.set(new Date(instantInMadrid('2031-03-16', '08:59')));
    expect((await answers()).mails).toBe(1);
    for (const over of ['09:00', '12:00']) {
      app.clock.set(new Date(instantInMadrid('2031-03-16', over)));
      expect((await answers()).mails).toBe(0);
    }
  });

  test('brings back what lasts a whole day until that day is over', async () => {
    app.clock.set(new Date(instantInMadrid('2031-03-15', '08:30')));
    await aMailedLink('tot.el.dia@example.com', 1, '2031-03-15', '09:00');
    for (const [day, time, mails] of [['2031-03-15', '23:00', 1], ['2031-03-16', '00:30', 0]] as const) {
      app.clock.set(new Date(instantInMadrid(day, time)));
      await app.empty();
      await ask('tot.el.dia@example.com');
      await post();
      expect([time, smtp.received.length]).toEqual([time, mails]);
    }
  });

  test('refuses what is no address, and says so beside the field', async () => {
    const response = await ask('a@x.com, b@evil.com');
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('no té un format vàlid');
    expect(page).toContain('value="a@x.com, b@evil.com"');
    expect(await app.db.query.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  test('sends three mails an hour to one address, with the same answer ever after', async () => {
    await aPaidOrder(app, { event: await anEvent(app), body: { email: 'often@example.com' } });
    await app.db.query.deleteFrom('mails').execute();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('often@example.com')));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('location')}`))).toEqual(new Set(['303 /tiquet-perdut?enviat=1']));
    await post();
    expect(smtp.received).toHaveLength(3);
  });

  test('takes ten requests an hour from one network', async () => {
    const limited = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
    try {
      const networks = ['10.9.9.9', '2001:db8:5:5::1'];
      for (const network of networks) {
        await Promise.all(
          Array.from({ length: 30 }, (_, n) => limited.ask('/tiquet-perdut', { method: 'POST', body: new URLSearchParams({ email: `many${n}-${network.length}@example.com` }), address: network.replace('::1', `::${n}`) })),
        );
      }
      expect(await limited.db.query.selectFrom('mails').select('id').where('kind', '=', 'lost_ticket').execute()).toHaveLength(10 * networks.length);
      const stored = await limited.db.query.selectFrom('limitedActs').select('key').execute();
      expect(JSON.stringify(stored)).not.toMatch(/many|example|10\.9\.9\.9|2001/);
    } finally {
      await limited.close();
    }
  });
});

describe('the link', () => {
  test('leaves the address bar at once, and opens the tickets when the button is pressed', async () => {
    const { link, orderId } = await aMailedLink('ramon@example.com', 2);
    const cleaned = await app.ask(link.pathname + link.search);
    expect(cleaned.headers.get('location')).toBe('/tiquet-perdut/obrir');
    expect(cleaned.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
    const page = await app.ask('/tiquet-perdut/obrir', { headers: { Cookie: cookieOf(cleaned.headers) } });
    const html = await page.text();
    expect(html).toContain('Veure els meus tiquets');
    expect(html).not.toContain(link.searchParams.get('codi'));

    const { pressed, cookie } = await open(link);
    expect(pressed.headers.get('location')).toBe('/tiquet-perdut/tiquets');
    const found = await app.ask('/tiquet-perdut/tiquets', { headers: { Cookie: cookie } });
    const tickets = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', orderId).execute();
    const text = await found.text();
    for (const { ticketNumber } of tickets) expect(text).toContain(`aria-label="Ticket #${ticketNumber}"`);
    expect(text).toContain(`/payment-success?order_id=${orderId}`);
    expect([cleaned, page, pressed, found].map(({ headers }) => headers.get('cache-control'))).toEqual(['private, no-store', 'no-store', 'private, no-store', 'private, no-store']);
    for (const { headers } of [cleaned, pressed, found]) expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('is not used up by programs that look at it', async () => {
    const { link } = await aMailedLink('looked@example.com');
    for (let look = 0; look < 5; look += 1) {
      const cleaned = await app.ask(link.pathname + link.search);
      await app.ask('/tiquet-perdut/obrir', { headers: { Cookie: cookieOf(cleaned.headers) } });
    }
    expect((await open(link)).pressed.headers.get('location')).toBe('/tiquet-perdut/tiquets');
  });

  test('works once; a double click is once', async () => {
    const { link } = await aMailedLink('once@example.com');
    expect((await open(link)).pressed.headers.get('location')).toBe('/tiquet-perdut/tiquets');
    expect((await open(link)).pressed.headers.get('location')).toBe('/tiquet-perdut/tiquets');
    app.clock.advance(60_001);
    expect((await open(link)).pressed.headers.get('location')).toBe('/tiquet-perdut?caducat=1');
  });

  test('works for 24 hours, and what it opened stays open for one', async () => {
    const { link } = await aMailedLink('late@example.com');
    app.clock.advance(24 * HOUR_MS - 1);
    const { cookie } = await open(link);
    const look = async (): Promise<number> => (await app.ask('/tiquet-perdut/tiquets', { headers: { Cookie: cookie } })).status;
    app.clock.advance(HOUR_MS - 1);
    expect(await look()).toBe(200);
    app.clock.advance(1);
    expect(await look()).toBe(302);
    const other = await aMailedLink('later@example.com');
    app.clock.advance(24 * HOUR_MS);
    expect((await open(other.link)).pressed.headers.get('location')).toBe('/tiquet-perdut?caducat=1');
  });

  test('is kept as a hash only, and its code is no key to the tickets', async () => {
    const { link } = await aMailedLink('hash@example.com');
    const code = link.searchParams.get('codi')!;
    expect(JSON.stringify(await app.db.query.selectFrom('ticketLinks').selectAll().execute())).not.toContain(code);
    expect(JSON.stringify(await app.db.query.selectFrom('mails').selectAll().execute())).not.toContain(code);
    for (const key of [code, 'A'.repeat(26), 'x', "' or 1=1 --", '']) {
      const answer = await app.ask('/tiquet-perdut/tiquets', { headers: { Cookie: `comboi_ticket_key=${encodeURIComponent(key)}` } });
      expect(answer.headers.get('location')).toBe('/tiquet-perdut?caducat=1');
    }
    expect((await app.ask(`/tiquet-perdut/obrir?codi=${'a'.repeat(300)}`)).headers.get('location')).toBe('/tiquet-perdut?caducat=1');
  });

  test('prints all of it as one document', async () => {
    const { link } = await aMailedLink('pdf@example.com', 2);
    const { cookie } = await open(link);
    const pdf = await app.ask('/tiquet-perdut/tiquets.pdf', { headers: { Cookie: cookie } });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await pdf.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await app.ask('/tiquet-perdut/tiquets.pdf')).headers.get('location')).toBe('/tiquet-perdut?caducat=1');
  });
});

test('one ticket document costs the mails nothing, however often it is asked for and abandoned', async () => {
  const { link } = await aMailedLink('descarrega@example.com', 20);
  const { cookie } = await open(link);
  const ask20 = async (signal?: AbortSignal): Promise<Response | null> =>
    Promise.resolve(app.fetch(new Request(new URL('/tiquet-perdut/tiquets.pdf', app.deps.env.publicUrl), { headers: { Cookie: cookie }, ...(signal && { signal }) }), { address: '10.0.0.9' })).catch(() => null);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const leaving = new AbortController();
      if (n % 2 === 0) setTimeout(() => leaving.abort(), 5);
      return ask20(leaving.signal);
    }),
  );
  const patient = answers.filter((_, n) => n % 2 === 1);
  expect(patient.filter((answer) => answer?.status === 200).length).toBeGreaterThan(0);
  expect(new Set(patient.map((answer) => answer?.status))).toEqual(new Set([200, 429]));
  const refused = patient.find((answer) => answer?.status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  // The same tickets again are the same bytes: nothing is drawn for them.
  const bytes = await Promise.all(patient.filter((answer) => answer?.status === 200).map(async (answer) => Buffer.from(await answer!.arrayBuffer()).toString('base64')));
  expect(new Set(bytes).size).toBe(1);
  await aPaidOrder(app, { event: await anEvent(app), body: { email: 'honrada@example.com' } });
  const begun = performance.now();
  await post();
  expect(smtp.received.some((mail) => JSON.stringify(mail).includes('honrada@example.com'))).toBe(true);
  figure('S3 an honest mail behind sixty requests for one document', `${Math.round(performance.now() - begun)} ms`);
});
