import { expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { type Visit, visitSite } from '#tests/support/browser/browser.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { openDoor, quick, readyForOffline, sell, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

const PHONES = 4;
const PEOPLE = count({ test: 16, soak: 600 });
const AT_A_TIME = count({ test: 2, soak: 10 });
const LONGEST_ORDER = 20;

test('an evening at four phones that are without network half of the time: nobody enters twice, no scan is lost', async ({ browser, site }) => {
  const event = await anEvent(site);
  const tickets: string[] = [];
  while (tickets.length < PEOPLE) tickets.push(...(await sell(site, event, Math.min(LONGEST_ORDER, PEOPLE - tickets.length))).map(({ id }) => id));
  const phones = await Promise.all(Array.from({ length: PHONES }, () => visitSite(browser, site.url, { device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] })));
  for (const { page } of phones) {
    await openDoor(page, event);
    await quick(page);
    await page.getByText(`${PEOPLE} tiquets`).waitFor();
    await readyForOffline(page);
  }
  const begun = performance.now();
  const evenings = await Promise.all(phones.map((phone, index) => evening(phone, { index, tickets: tickets.filter((_, place) => place % PHONES === index) })));
  const minutes = (performance.now() - begun) / 60_000;
  for (const { context, page } of phones) {
    await context.setOffline(false);
    await page.getByText(/per enviar/).waitFor({ state: 'detached' });
  }
  await expect.poll(() => usedOf(site, event.id)).toBe(PEOPLE);

  const letIn = evenings.reduce((sum, one) => sum + one.letIn, 0);
  const refused = evenings.reduce((sum, one) => sum + one.refused, 0);
  const scans = await site.db.query.selectFrom('scans').select(['ticketId', 'success', 'kind', 'conflict', 'offline']).where('eventId', '=', event.id).execute();
  const entries = scans.filter(({ success, kind }) => success && kind === 'entry');
  // Online a refusal is a look, and what is let in is looked at first.
  const refusals = scans.filter(({ success, kind, conflict }) => !success && !conflict && (kind === 'look' || kind === 'entry'));
  const conflicts = scans.filter(({ conflict }) => conflict);
  const twice = entries.length - new Set(entries.map(({ ticketId }) => ticketId)).size;
  const lost = letIn + refused - entries.length - conflicts.length - refusals.length;
  figure(`the evening of ${PEOPLE} people at ${PHONES} phones, offline half of the time: admitted twice`, twice);
  figure('the evening: scans lost', `${lost} of ${letIn + refused}`);
  figure('the evening: decided without network', `${scans.filter(({ offline }) => offline).length} of ${letIn + refused}`);
  figure('the evening: people a minute, four phones in one browser', Math.round(PEOPLE / minutes));
  expect({ twice, lost, letIn, refused, conflicts: conflicts.length }).toEqual({ twice: 0, lost: 0, letIn: PEOPLE, refused: evenings.reduce((sum, one) => sum + one.again, 0), conflicts: 0 });
  for (const { end } of phones) await end();
  expect(phones.flatMap(({ problems }) => problems)).toEqual([]);
});

/** Each group's first ticket is held up a second time, and has to be refused by the phone that let it in, online or not. */
async function evening({ context, page }: Visit, { index, tickets }: { index: number; tickets: readonly string[] }): Promise<{ letIn: number; refused: number; again: number }> {
  let [letIn, refused, again] = [0, 0, 0];
  let isOffline = index % 2 === 0;
  for (let begin = 0; begin < tickets.length; begin += AT_A_TIME) {
    await context.setOffline(isOffline);
    const group = tickets.slice(begin, begin + AT_A_TIME);
    again += 1;
    for (const id of [...group, group[0]!]) {
      await wedge(page, id);
      const answer = page.getByRole('heading', { name: /^(Endavant|Tiquet ja usat)/ });
      await answer.waitFor();
      if ((await answer.innerText()) === 'Endavant') letIn += 1;
      else refused += 1;
      await press(button(page, 'Següent'));
      await answer.waitFor({ state: 'detached' });
    }
    isOffline = !isOffline;
  }
  return { letIn, refused, again };
}
