import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicket, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function html(path: string): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
}

async function aDinner(): Promise<EventDetail> {
  const event = await anEvent(app, { groups: true });
  const hall = new URLSearchParams({ intent: 'generate', version: '0', room: 'Carpa', text: '2 files de 20' });
  expect((await app.ask(`/admin/taules/${event.id}/sala`, { method: 'POST', headers: { Cookie: admin }, body: hall })).status).toBe(303);
  return event;
}

async function arrange({ id }: EventDetail): Promise<void> {
  expect((await app.ask(`/api/admin/events/${id}/seating/arrange`, { method: 'POST', headers: { Cookie: admin } })).status).toBe(200);
}

test('two colles of one name are two, each with its table, and neither goes on where the other sits', async () => {
  const event = await aDinner();
  for (const size of [10, 9]) await aPaidOrder(app, { event, tickets: Array.from({ length: size }, () => aTicket(event)), body: { group: { name: 'Quintos' } } });
  await arrange(event);
  const paper = (what: string): Promise<string> => html(`/admin/taules/${event.id}/imprimir/${what}`);
  const lines = [...(await paper('llista')).matchAll(/<li><span>(Quintos[^<]*)<\/span><b>([^<]*)<\/b>/g)].map(([, name, tables]) => [name, tables]);
  expect(lines.map(([name]) => name)).toEqual(['Quintos (10)', 'Quintos (9)'].toSorted());
  expect(new Set(lines.map(([, tables]) => tables)).size).toBe(2);
  expect(await paper('targetes')).not.toContain('seguix a la');
});

test('cards carry the number and the colla; the list for the wall no names unless asked each time; the kitchen dishes by table', async () => {
  const event = await aDinner();
  const needs = { codes: ['gluten', 'accessible'], other: 'sense kiwi', consent: true };
  await aPaidOrder(app, { event, tickets: [{ ...aTicket(event), needs }, aTicket(event), aTicket(event)], body: { userName: 'Empar Foix', group: { name: 'Els de sempre' } } });
  await arrange(event);
  const paper = (what: string): Promise<string> => html(`/admin/taules/${event.id}/imprimir/${what}`);
  for (const text of ['Els de sempre', '10 cadires']) expect(await paper('targetes')).toContain(text);
  expect(await paper('llista')).toContain('Els de sempre');
  expect(await paper('llista')).not.toContain('Empar');
  expect(await paper('llista?noms=si')).toContain('Empar Foix');
  for (const text of ['3 Paella', '1 sense gluten, 1 sense kiwi']) expect(await paper('cuina')).toContain(text);
  for (const elsewhere of ['targetes', 'llista', 'plano']) expect(await paper(elsewhere)).not.toContain('gluten');
  expect(await paper('plano')).toContain('Els de sempre 3');
  expect((await app.ask(`/admin/taules/${event.id}/imprimir/res`, { headers: { Cookie: admin } })).status).toBe(404);
  admin = await signedIn(app, 'admin@comboi.test');
  const csv = await (await app.ask(`/api/admin/events/${event.id}/seating.csv`, { headers: { Cookie: admin } })).text();
  expect(csv).toContain('Els de sempre');
  for (const word of ['Empar', 'gluten', 'kiwi']) expect(csv).not.toContain(word);
  const kitchen = (await (await app.ask(`/api/admin/events/${event.id}/kitchen?by=table`, { headers: { Cookie: admin } })).json()) as { tables: { table: number; dishes: { name: string; count: number }[] }[] };
  expect(kitchen.tables.map(({ table, dishes }) => [table, dishes.map(({ name, count }) => `${count} ${name}`)])).toEqual([[1, ['3 Paella']]]);
});
