import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let admin: string;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  event = await anEvent(app, { title: 'Sopar mogut', date: '2099-03-15', location: 'El casal' });
  await aPaidOrder(app, { event });
  await aPaidOrder(app, { event });
});
afterAll(() => closeInOrder(app));

interface Preview {
  recipients: number;
  subject: string;
  text: string;
}

async function previewOf(query: string): Promise<Preview | null> {
  const answer = await app.ask(`/api/admin/events/${event.id}/changed-mail?${query}`, { headers: { Cookie: admin } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { preview: Preview | null }).preview;
}

test('the mail about a new day and place says both, to whom it goes, and nothing is sent', async () => {
  const preview = await previewOf(new URLSearchParams({ date: '16 de març, 2099', time: '2130', location: 'La plaça' }).toString());
  expect(preview).toMatchObject({ recipients: 2, subject: expect.stringContaining('La data i el lloc de «Sopar mogut» han canviat') as string });
  expect(preview!.text).toContain('16 de març, 2099');
  expect(preview!.text).toContain('La plaça');
  expect(preview!.text).toContain('Abans era: 15 de març, 2099');
  expect(await app.db.query.selectFrom('mails').select('id').where('kind', '=', 'event_changed').execute()).toEqual([]);
});

test('nothing is written where nothing that tickets say differs, or what is typed cannot be read', async () => {
  expect(await previewOf('location=El+casal')).toBeNull();
  expect(await previewOf('date=demà&location=El+casal')).toBeNull();
});
