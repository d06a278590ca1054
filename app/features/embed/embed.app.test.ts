import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sendForm } from '#tests/support/people/accounts.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

async function enter(site: string): Promise<Response> {
  const row = await app.db.query.selectFrom('siteSettings').select('version').where('section', '=', 'embed').executeTakeFirst();
  return sendForm(app, '/admin/settings/embed', { intent: 'embed', version: String(row?.version ?? 0), site }, { cookie: admin });
}

const framedBy = (response: Response): string | undefined => /frame-ancestors ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1];

describe('the coming events on another site', () => {
  test('may be framed by nobody until an admin enters a site, and by that site alone', async () => {
    const before = await app.ask('/embed/events');
    expect([before.status, framedBy(before), before.headers.get('X-Frame-Options')]).toEqual([200, "'none'", 'DENY']);

    expect((await enter('www.poble.example/festes')).status).toBe(303);
    const entered = await app.ask('/embed/events');
    expect([framedBy(entered), entered.headers.get('X-Frame-Options')]).toEqual(['https://poble.example https://www.poble.example', null]);
    const other = await app.ask('/tickets');
    expect([framedBy(other), other.headers.get('X-Frame-Options')]).toEqual(["'none'", 'DENY']);

    expect((await enter('')).status).toBe(303);
    expect(framedBy(await app.ask('/embed/events'))).toBe("'none'");
  });

  test('refuses an address that is none, beside its field, and keeps what was typed', async () => {
    const refused = await enter('poble; script-src *');
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html).toContain("Escriu l&#x27;adreça de la web");
    expect(html).toContain('value="poble; script-src *"');
  });

  test('are those of the public for whoever is signed in too, without a cookie or a script', async () => {
    const event = await anEvent(app, { title: 'Sopar <b>de</b> "germanor"', date: '2099-03-15' });
    const hidden = await anEvent(app, { title: 'Sopar de la comissió', date: '2099-03-16', visibility: 'comision' });
    const responses = await Promise.all(['', admin].map((Cookie) => app.ask('/embed/events', { headers: { Cookie } })));
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(pages[0]).toBe(pages[1]);
    expect(responses.map(({ headers }) => headers.getSetCookie())).toEqual([[], []]);
    expect(pages[0]).toContain('Sopar &lt;b&gt;de&lt;/b&gt; &quot;germanor&quot;');
    expect(pages[0]).toContain(`/order/${event.id}#comprar`);
    expect(pages[0]).not.toContain(`/order/${hidden.id}`);
    expect(pages[0]).not.toContain('<script');
    expect(responses[0]!.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('weigh less than 30 kB however many are announced', async () => {
    for (let number = 0; number < 15; number += 1) await anEvent(app, { title: `${'Sopar molt llarg '.repeat(5)}${number}`, date: '2099-04-01', description: 'Un text llarg. '.repeat(100) });
    const html = await (await app.ask('/embed/events?fresh')).text();
    expect(html.match(/<li>/g)).toHaveLength(12);
    const bytes = Buffer.byteLength(html);
    expect(bytes).toBeLessThan(30_000);
    figure('bytes of the coming events on another site, without pictures, with twelve of long titles', bytes);
  });
});
