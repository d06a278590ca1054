import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, order, post } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { anEndlessBody } from '#tests/support/crawl/senders.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

const MARKUP = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>alert(1)//-->',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  'javascript:alert(1)',
  '\u2028</script>\u2029<b>',
];

const SQL = ["'", "''", "'; drop table orders; --", "' or 1=1 --", '" or ""="', "1); delete from tickets; --", "\\'; select pg_sleep(5); --", '%', '_', '$1', "' || (select password_hash from users limit 1) || '", "admin'/*"];

/** What of the markup above would do something; in scripts, page data must not hold what ends a script or a line. */
function aliveIn(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!).join('\n');
  const alive = ['<script>alert', '<img src=x', '<svg/onload', '<!--<script', 'href="javascript:', 'src="javascript:'].filter((piece) => html.includes(piece));
  return [...alive, ...['\u2028', '\u2029', '<!--', 'Sopar <'].filter((piece) => scripts.includes(piece))];
}

describe('markup in the words of an event is shown as words', () => {
  test.each(MARKUP)('%s', async (markup) => {
    const event = await anEvent(app, {
      title: `Sopar ${markup}`,
      description: markup,
      location: markup,
      dishes: { [`Paella ${markup}`]: [1400, 1200, 1000] },
      extras: { [`Vi ${markup}`]: [250, 200, 150] },
    });
    const placed = await aPaidOrder(app, { event, body: { userName: markup.slice(0, 100) }, tickets: [aTicket(event, { note: markup })] });
    for (const path of ['/tickets', '/', `/order/${event.id}`, `/checkout/${event.id}`, `/payment-success?order_id=${placed.orderId}`, new URL(placed.paymentUrl!).pathname]) {
      const response = await app.ask(path);
      expect(response.status).toBe(200);
      expect(aliveIn(await response.text())).toEqual([]);
    }
  });
});

describe('SQL in any word is a word', () => {
  test.each(SQL)('%s', async (words) => {
    const event = await anEvent(app, { title: `Sopar ${words}` });
    const placed = await order(app, { event, body: { userName: words, termsVersion: words.slice(0, 40) }, tickets: [aTicket(event, { note: words })] });
    expect(placed.status).toBe(201);
    const stored = await app.db.query
      .selectFrom('orders')
      .innerJoin('tickets', 'tickets.orderId', 'orders.id')
      .select(['orders.userName', 'orders.termsVersion', 'tickets.note'])
      .where('orders.id', '=', placed.body.orderId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ userName: words, termsVersion: words.slice(0, 40), note: words });

    const section = event.sections[0]!.id;
    const answers = [
      await order(app, { event, body: { email: `${words}@example.com` } }),
      await order(app, { event, body: { eventId: words } }),
      await order(app, { event, tickets: [{ sections: { [words]: [] } }] }),
      await order(app, { event, tickets: [{ sections: { [section]: [words] } }] }),
      await order(app, { event, tickets: [aTicket(event, { options: [words] })] }),
      await post(app, '/api/session', { body: { email: words, password: words } }),
      await post(app, `/api/orders/${encodeURIComponent(words)}/cancel`),
      await post(app, `/api/orders/${encodeURIComponent(words)}/resend`),
    ];
    for (const { status } of answers) expect(status === 201 || (status >= 400 && status < 500)).toBe(true);
    const path = encodeURIComponent(words);
    for (const address of [`/api/events/${path}`, `/api/orders/${path}`, `/order/${path}`, `/checkout/${path}`, `/payment-success?order_id=${path}`, `/tickets?event=${path}`, `/dev/pay/${path}`]) {
      expect((await app.ask(address)).status).toBeLessThan(500);
    }
  });
});

describe('a body that is no honest JSON', () => {
  test.each<[string, string, number, string]>([
    ['nothing', '', 400, 'INVALID_JSON'],
    ['half of it', '{"eventId":1,', 400, 'INVALID_JSON'],
    ['a list', '[]', 400, 'INVALID_JSON'],
    ['a word', '"order"', 400, 'INVALID_JSON'],
    ['null', 'null', 400, 'INVALID_JSON'],
    ['XML', '<order/>', 400, 'INVALID_JSON'],
    ['ten thousand lists in one another', '['.repeat(10_000) + ']'.repeat(10_000), 400, 'INVALID_JSON'],
    ['ten thousand objects in one another', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400, 'INVALID_QUANTITY'],
    ['tickets ten thousand deep', `{"tickets":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400, 'INVALID_QUANTITY'],
    ['a million characters', `{"email":"${'a'.repeat(1_000_000)}"}`, 413, 'BODY_TOO_LARGE'],
    ['a NUL written out', '{"email":"a\\u0000@example.com","tickets":[{}]}', 400, 'INVALID_JSON'],
    ['a NUL in a name', '{"a\\u0000b":1,"tickets":[{}]}', 400, 'INVALID_JSON'],
    ['half an emoji', '{"userName":"\\ud83e","tickets":[{}]}', 400, 'INVALID_JSON'],
    ['half an emoji, deep inside', '{"tickets":[{"sections":{"a":[["\\udd58"]]}}]}', 400, 'INVALID_JSON'],
  ])('is refused: %s', async (_what, body, status, code) => {
    expect(await post(app, '/api/orders', { body })).toMatchObject({ status, body: { code } });
  });

  test('of two values of one name the last one counts, and it is checked', async () => {
    const event = await anEvent(app);
    const tickets = JSON.stringify([aTicket(event)]);
    const answer = await post(app, '/api/orders', { body: `{"eventId":${event.id},"email":"a@example.com","email":"not one","tickets":${tickets}}` });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } });
    const twice = await post(app, '/api/orders', { body: `{"eventId":2147483647,"eventId":${event.id},"email":"a@example.com","tickets":[],"tickets":${tickets}}` });
    expect(twice.status).toBe(201);
  });

  test('that speaks of __proto__ changes nothing but itself', async () => {
    const event = await anEvent(app);
    const tickets = JSON.stringify([aTicket(event)]);
    const poison = '"__proto__":{"admin":true,"role":"admin","email":"x@example.com"},"constructor":{"prototype":{"admin":true}}';
    const answer = await post(app, '/api/orders', { body: `{${poison},"eventId":${event.id},"email":"a@example.com","tickets":${tickets}}` });
    expect(answer).toMatchObject({ status: 201, body: { total: 1400 } });
    expect({}).not.toHaveProperty('admin');
    const { email } = await app.db.query.selectFrom('orders').select('email').where('id', '=', (answer.body as unknown as { orderId: string }).orderId).executeTakeFirstOrThrow();
    expect(email).toBe('a@example.com');
    const inherited = await post(app, '/api/orders', { body: `{"__proto__":{"eventId":${event.id},"email":"a@example.com","tickets":${tickets}}}` });
    expect(inherited).toMatchObject({ status: 400, body: { code: 'INVALID_QUANTITY' } });
  });

  test('is counted while it comes, not believed: ten megabytes without a length, and a length that lies', async () => {
    const stream = anEndlessBody();
    const response = await app.ask('/api/orders', { method: 'POST', body: stream.body, duplex: 'half' } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
    expect(stream.pulledBytes()).toBeLessThan(1_000_000);

    for (const path of ['/api/orders', '/api/session', '/api/payments/stripe', '/', '/dev/pay/x']) {
      const answer = await app.ask(path, { method: 'POST', body: '{}', headers: { 'Content-Length': String(100 * 1024 * 1024) } });
      expect(answer.status).toBe(413);
    }
  });
});

describe('a form that a page takes', () => {
  const paths = ['/login', '/forgot-password', '/reset-password', '/change-password', '/tiquet-perdut', '/dev/pay/x'];

  test.each(paths)('is refused when it is none, and read no further than its limit: %s', async (path) => {
    const cookie = await login(app, await aMember(app));
    const none = await app.ask(path, { method: 'POST', body: '{}', headers: { Cookie: cookie, 'Content-Type': 'application/json' } });
    expect(none.status).toBe(400);
    const stream = anEndlessBody();
    const headers = { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
    const endless = await app.ask(path, { method: 'POST', body: stream.body, headers, duplex: 'half' } as RequestInit);
    expect(endless.status).toBe(413);
    expect(stream.pulledBytes()).toBeLessThan(1_000_000);
  });
});

test('a note may be anything that people write', async () => {
  const event = await anEvent(app);
  for (const note of ['👨‍👩‍👧‍👦 🏳️‍🌈 🥘', 'a\u202eb\u200bc', `a${'\u0301'.repeat(499)}`, 'Sense gluten\nni lactosa', '-1+1=0', '🥘'.repeat(250)]) {
    const placed = await order(app, { event, tickets: [aTicket(event, { note })] });
    expect(placed.status).toBe(201);
    const stored = await app.db.query.selectFrom('tickets').select('note').where('orderId', '=', placed.body.orderId).executeTakeFirstOrThrow();
    // What turns the direction of writing would show the kitchen another note.
    expect(stored.note).toBe(note.replace('\u202e', ''));
  }
});

describe('a name in an address that can be none', () => {
  test.each(['99999999999', '-1', '0', '1e3', '1.0', '1 OR 1=1', '１', 'b6f7b3ce-7a2b-4f0e-8a7e-0f3b9bb7f6a1', '2147483648', 'NaN', '1;', '%00', '..%2f..', 'constructor'])('is INVALID_EVENT_ID: %s', async (id) => {
    const response = await app.ask(`/api/events/${id}`);
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({ status: 400, code: 'INVALID_EVENT_ID' });
    expect((await app.ask(`/order/${id}`)).status).toBe(404);
    expect((await app.ask(`/checkout/${id}`)).status).toBe(404);
  });

  test('of an event that is not there is EVENT_NOT_FOUND', async () => {
    const response = await app.ask('/api/events/2147483647');
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({ status: 404, code: 'EVENT_NOT_FOUND' });
  });

  test.each(['%00', 'a%00b', '%F0%9F%A5%98', '..%2f..', 'x'.repeat(5_000)])('is no ticket and no payment page: %s', async (name) => {
    const cookie = await login(app, await aMember(app));
    for (const path of [`/api/my-tickets/${name}/calendar`, `/dev/pay/${name}`]) {
      expect([path, (await app.ask(path, { headers: { Cookie: cookie } })).status]).toEqual([path, 404]);
    }
  });

  test.each(['1', 'ORD-1700000000-0001', 'ramon@example.com', '%00', '00000000-0000-0000-0000-000000000000', '{b6f7b3ce-7a2b-4f0e-8a7e-0f3b9bb7f6a1}', 'b6f7b3ce7a2b4f0e8a7e0f3b9bb7f6a1', 'x'.repeat(5_000)])(
    'is ORDER_NOT_FOUND: %s',
    async (id) => {
      for (const [method, path] of [['GET', ''], ['POST', '/cancel'], ['POST', '/resend']] as const) {
        const response = await app.ask(`/api/orders/${id}${path}`, { method });
        expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: { code: 'ORDER_NOT_FOUND', message: 'La comanda no existix' } });
      }
    },
  );
});
