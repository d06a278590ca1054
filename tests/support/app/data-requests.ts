import type { TestApp } from './test-app.ts';

/** A request of somebody who wrote in her own words, waiting for an admin. */
export async function aDataRequest(app: Pick<TestApp, 'db' | 'deps' | 'clock'>, email = 'dades@example.com'): Promise<string> {
  const id = app.deps.ids.uuid();
  await app.db.query.insertInto('dataRequests').values({ id, email, kind: 'other', via: 'link', words: 'Què teniu de mi?', status: 'open', requestedAt: app.clock.now(), doneAt: null, doneBy: null }).execute();
  return id;
}
