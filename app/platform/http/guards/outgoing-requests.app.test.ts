import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { CALLS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Names under which people send what an address could be. */
const FIELDS = ['url', 'href', 'link', 'image', 'picture', 'website', 'imageUrl', 'callback', 'redirectTo', 'next', 'content', 'title', 'name', 'instagram', 'facebook', 'email', 'src', 'file', 'description', 'text'];

let app: TestApp;
let requests = 0;
const trap = createServer((_request, answer) => {
  requests += 1;
  answer.end();
});
beforeAll(async () => {
  app = await aTestApp();
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  trap.close();
});

test('no address that anybody types, or sends in a header, is fetched by the server', async () => {
  const { port } = trap.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/intern`;
  const headers = { Cookie: await signedIn(app, 'admin@comboi.test'), Origin: app.deps.env.publicUrl.origin, Referer: url, 'X-Original-URL': url, Forwarded: `host=127.0.0.1:${port}`, 'X-Forwarded-Host': `127.0.0.1:${port}` };
  const fields = Object.fromEntries(FIELDS.map((name) => [name, url]));
  const paths = [
    ...CALLS.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, '1'), isForm: false })),
    ...PAGES.map(({ path }) => ({ method: 'POST', path: path.replaceAll(/:\w+\??/g, '1').replace('/*', '/x'), isForm: true })),
  ];
  // What may end the session comes last.
  const endsSession = ({ path }: { path: string }): boolean => /session|logout/.test(path);
  const send = async ({ method, path, isForm }: (typeof paths)[number]): Promise<void> => {
    const where = `${path}?${new URLSearchParams(fields).toString()}`;
    if (method === 'GET') await (await app.ask(where, { headers })).body?.cancel();
    else {
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const answer = await app.ask(where, { method, headers: { ...headers, 'Content-Type': type }, body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields) });
      await answer.body?.cancel();
    }
  };
  for (const one of paths.filter((place) => !endsSession(place))) await send(one);
  expect((await app.ask('/admin/users', { headers: { Cookie: headers.Cookie } })).status).toBe(200);
  for (const one of paths.filter(endsSession)) await send(one);
  for (const job of app.comboi.jobsOf(app.deps)) await job.round(new AbortController().signal).catch(() => {});
  await pause(200);
  figure(`K12 addresses fetched of ${paths.length * FIELDS.length} that were sent`, requests);
  expect(requests).toBe(0);
  await fetch(url);
  expect(requests).toBe(1);
});
