import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aTicket, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import type { EventDetail } from './schema.ts';

const UNKNOWN = 2_147_483_647;

let app: TestApp;
let cookies: Record<'nobody' | 'public' | 'socio', string>;
let members: EventDetail;
let committee: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  cookies = { nobody: '', public: await signedIn(app, 'public@comboi.test'), socio: await signedIn(app, 'soci@comboi.test') };
  // Ids so large that they occur in an answer only where it names the event.
  await sql`select setval(pg_get_serial_sequence('events', 'id'), 700000000)`.execute(app.db.query);
  members = await anEvent(app, { visibility: 'socio', title: 'Sopar Amagat' });
  committee = await anEvent(app, { visibility: 'comision', title: 'Berenar Amagat', maxTickets: 1 });
});
afterAll(() => closeInOrder(app));

/** Every question that names an event. */
function questionsAbout(eventId: number): { path: string; order?: unknown }[] {
  const paths = [`/api/events/${eventId}`, ...['order', 'checkout', 'admin/tickets', 'admin/events/edit'].flatMap((screen) => [`/${screen}/${eventId}`, `/${screen}/${eventId}.data`])];
  const orders = [[aTicket(committee)], [{ sections: {} }], [aTicket(committee), aTicket(committee)]].map((tickets) => ({ eventId, email: 'ramon@example.com', tickets }));
  return [...paths.map((path) => ({ path })), ...orders.map((order) => ({ path: '/api/orders', order }))];
}

/** All that an answer says, with the id that was asked for taken out. */
async function answerTo({ path, order }: { path: string; order?: unknown }, cookie: string, eventId: number): Promise<unknown> {
  const response = await app.ask(path, {
    headers: { Cookie: cookie, ...(order !== undefined && { 'Content-Type': 'application/json' }) },
    ...(order !== undefined && { method: 'POST', body: JSON.stringify(order) }),
  });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !['content-security-policy', 'set-cookie', 'x-request-id', 'etag', 'content-length'].includes(name)));
  return { status: response.status, headers, body: (await response.text()).replaceAll(String(eventId), 'ID') };
}

test('an event that is hidden answers whatever names it exactly like one that is not there', async () => {
  const hiddenFrom = [['nobody', members], ['nobody', committee], ['public', members], ['public', committee], ['socio', committee]] as const;
  const telling: string[] = [];
  let comparisons = 0;
  for (const [who, event] of hiddenFrom) {
    const unknown = questionsAbout(UNKNOWN);
    for (const [index, question] of questionsAbout(event.id).entries()) {
      const answer = await answerTo(question, cookies[who], event.id);
      const none = await answerTo(unknown[index]!, cookies[who], UNKNOWN);
      comparisons += 1;
      if (JSON.stringify(answer) !== JSON.stringify(none) || JSON.stringify(answer).includes('Amagat')) telling.push(`${who}: ${question.path}`);
    }
  }
  figure('H7 answers that tell a hidden event from none', `${telling.length} of ${comparisons}`);
  expect(telling).toEqual([]);
});

test('whoever may see it is told what it is by the same questions', async () => {
  expect(await answerTo({ path: `/api/events/${members.id}` }, cookies.socio, members.id)).toMatchObject({ status: 200, body: expect.stringContaining('Sopar Amagat') });
  expect(await answerTo({ path: `/order/${members.id}` }, cookies.socio, members.id)).toMatchObject({ status: 200, body: expect.stringContaining('Sopar Amagat') });
});
