import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { deliverDueMails } from '#app/features/mail/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aPaidOrder, aPlacedOrder } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aMailApp, type MailApp } from '#tests/support/smtp/mail-app.ts';
import type { ReceivedMail, TestSmtp } from '#tests/support/smtp/smtp-server.ts';

import { notifyEventChanged, type EventNotice } from './service.server.ts';

let app: MailApp;
let smtp: TestSmtp;
let mailDeps: Deps;

beforeAll(async () => {
  app = await aMailApp();
  ({ smtp, mailDeps } = app);
});

afterAll(() => app.close());

afterEach(() => app.empty());

const BEFORE: EventNotice = { eventDate: '2031-03-15', eventTime: '21:00', location: 'Carpa del Port' };

async function aSoldEvent(): Promise<number> {
  const event = await anEvent(app, { title: 'Sopar <b>mogut</b>', date: BEFORE.eventDate, time: BEFORE.eventTime, location: BEFORE.location! });
  await aPaidOrder(app, { event, quantity: 2, body: { email: 'ramon@example.com' } });
  await aPlacedOrder(app, { event, body: { email: 'unpaid@example.com' } });
  await app.db.query.deleteFrom('mails').execute();
  return event.id;
}

/** Edits the event and tells, as one transaction. */
async function edit(eventId: number, part: Partial<EventNotice>): Promise<number> {
  const after = { ...BEFORE, ...part };
  return app.db.inTransaction(async (tx) => {
    await tx.updateTable('events').set(after).where('id', '=', eventId).execute();
    return notifyEventChanged(mailDeps, tx, { eventId, before: BEFORE, after });
  });
}

async function posted(): Promise<ReceivedMail[]> {
  await deliverDueMails(mailDeps, { templates: MAIL_TEMPLATES, limit: 20 });
  return smtp.received;
}

describe('an event that is changed after it was sold', () => {
  test.each<[string, Partial<EventNotice>, string, string[]]>([
    ['day', { eventDate: '2031-03-16' }, 'La data de «Sopar <b>mogut</b>» ha canviat', ['Data: 16 de març, 2031', 'Abans era: 15 de març, 2031, 21:00']],
    ['hour', { eventTime: '22:30' }, "L'hora de «Sopar <b>mogut</b>» ha canviat", ['Hora: 22:30', 'Abans era: 15 de març, 2031, 21:00']],
    ['place', { location: 'Casal' }, 'El lloc de «Sopar <b>mogut</b>» ha canviat', ['Lloc: Casal', "El lloc d'abans: Carpa del Port"]],
    ['hour and place', { eventTime: '22:30', location: 'Casal' }, "L'hora i el lloc de «Sopar <b>mogut</b>» han canviat", ['Hora: 22:30', 'Lloc: Casal']],
    ['day and place', { eventDate: '2031-04-01', location: null }, 'La data i el lloc de «Sopar <b>mogut</b>» han canviat', ['Data: 1 d\'abril, 2031', 'Lloc: Ubicació per confirmar']],
  ])('to another %s is told to those with tickets, with the tickets and the calendar anew', async (_, part, title, words) => {
    expect(await edit(await aSoldEvent(), part)).toBe(1);
    const [mail, ...others] = await posted();
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual(['ramon@example.com']);
    expect(mail?.email.subject).toContain(title);
    for (const word of [title, ...words]) expect(mail?.email.text).toContain(word);
    expect(mail?.email.html).not.toContain('<b>mogut');
    expect(mail?.email.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf', 'text/calendar']);
  });

  test('in words only is told to nobody', async () => {
    expect(await edit(await aSoldEvent(), { eventTime: '21:00:00', location: ' Carpa del Port ' })).toBe(0);
    expect(await posted()).toEqual([]);
  });

  test('and changed back before the mail left is told to nobody', async () => {
    const eventId = await aSoldEvent();
    await edit(eventId, { eventDate: '2031-03-16' });
    await app.db.query.updateTable('events').set(BEFORE).where('id', '=', eventId).execute();
    expect(await posted()).toEqual([]);
  });
});
