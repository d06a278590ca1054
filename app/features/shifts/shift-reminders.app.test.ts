import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { accept, aShift } from '#tests/support/app/shifts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { aMember, anAppWithPost, login, mailsFor, sendForm } from '#tests/support/people/accounts.ts';

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => closeInOrder(app));

describe('a reminder', () => {
  async function aTomorrow() {
    const tomorrow = addDays(dayInMadrid(app.clock.now()), 1);
    return anEvent(app, { date: tomorrow, title: `Sopar de demà ${app.deps.ids.uuid().slice(0, 6)}` });
  }

  const at = (time: string): void => {
    app.clock.set(new Date(`${dayInMadrid(app.clock.now())}T${time}:00Z`));
  };

  test('comes the day before, once whoever asks and how often, and not to who came later or left', async () => {
    app.clock.advance(24 * 3_600_000);
    at('05:00');
    const event = await aTomorrow();
    await app.db.query.updateTable('events').set({ location: 'Carpa del Port' }).where('id', '=', event.id).execute();
    const shift = await aShift(app, event, { places: 5, note: 'Quedem al casal' });
    const [member, leaver, late, asking] = [await aMember(app), await aMember(app), await aMember(app), await aMember(app)];
    for (const one of [member, leaver]) await accept(app, shift, one);
    await accept(app, shift, asking, 'asked');
    await app.round('shift reminders');
    expect(await mailsFor(app, post, member.email)).toEqual([]);
    at('12:00');
    await accept(app, shift, late);
    await sendForm(app, '/torns', { intent: 'llevar', torn: shift }, { cookie: await login(app, leaver) });
    const other = await app.another();
    await Promise.all([app.round('shift reminders'), other.round('shift reminders')]);
    await app.round('shift reminders');
    await other.close();
    const mails = await mailsFor(app, post, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Demà tens torn: ${event.title}`]);
    for (const words of ['Lloc: Carpa del Port', 'Observació: Quedem al casal']) expect(mails[0]!.text).toContain(words);
    for (const one of [leaver, late, asking]) expect(await mailsFor(app, post, one.email)).toEqual([]);
  });

  test('that leaves late, on the day itself, says so', async () => {
    app.clock.advance(24 * 3_600_000);
    at('05:00');
    const event = await aTomorrow();
    const member = await aMember(app);
    await accept(app, await aShift(app, event), member);
    at('12:00');
    await app.round('shift reminders');
    app.clock.advance(22 * 3_600_000);
    expect((await mailsFor(app, post, member.email)).map(({ subject }) => subject)).toEqual([`Hui tens torn: ${event.title}`]);
  });

  test('that is late says nothing of a shift that has begun or was moved, and waits for the morning', async () => {
    app.clock.advance(24 * 3_600_000);
    at('05:00');
    const event = await aTomorrow();
    const [begun, moved, early] = [await aMember(app), await aMember(app), await aMember(app)];
    await accept(app, await aShift(app, event, { starts: '07:00', ends: '14:00' }), begun);
    const other = await aShift(app, event, { starts: '19:00', ends: '20:00' });
    await accept(app, other, moved);
    await accept(app, await aShift(app, event, { starts: '21:00', ends: '23:00' }), early);
    at('12:00');
    await app.round('shift reminders');
    await app.db.query.updateTable('shifts').set({ starts: '18:00' }).where('id', '=', other).execute();
    app.clock.advance(15 * 3_600_000);
    expect(await mailsFor(app, post, early.email)).toEqual([]);
    app.clock.advance(7 * 3_600_000);
    expect((await mailsFor(app, post, early.email)).map(({ subject }) => subject)).toEqual([`Hui tens torn: ${event.title}`]);
    for (const { email } of [begun, moved]) expect(await mailsFor(app, post, email)).toEqual([]);
  });

  test('that is not true any more when it is sent is not sent', async () => {
    app.clock.advance(24 * 3_600_000);
    at('05:00');
    const event = await aTomorrow();
    const shift = await aShift(app, event);
    const member = await aMember(app);
    await accept(app, shift, member);
    at('12:00');
    await app.round('shift reminders');
    await app.db.query.deleteFrom('shiftSignups').where('shiftId', '=', shift).execute();
    expect(await mailsFor(app, post, member.email)).toEqual([]);
    expect(await app.db.query.selectFrom('mails').select('id').where('recipient', '=', member.email).execute()).toEqual([]);
  });
});
