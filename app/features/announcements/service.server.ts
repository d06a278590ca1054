import { z } from 'zod';

import type { MailPreview } from '#app/design/admin-kit/form/form-reply.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { AnnouncementKind } from '#app/domain/plans/plan-change.ts';
import { enqueueMail, enqueueMails, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { selectOrder } from '#app/features/orders/service.server.ts';
import { orderFacts, sampleFacts } from '#app/features/tickets/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import {
  type AnnouncedEvent,
  type AnnouncementRow,
  countGivenTickets,
  insertAnnouncement,
  selectAnnouncedEvent,
  selectAnnouncements,
  selectAnnouncementText,
  selectHolders,
  selectHoldersWithoutAddress,
  selectUndelivered,
  type UndeliveredMail,
  type WithoutAddress,
} from './store.server.ts';

export interface HolderMessage {
  subject: string;
  body: string;
}

interface Announcing extends HolderMessage {
  /** Made with the form: sent twice, it is announced once. */
  id: string;
  eventId: number;
  kind: AnnouncementKind;
  chooseUntil?: string | null;
  by: string;
  now: Date;
}

/** Null when that id was announced before. The mails of a withdrawal and of a change are written by whoever carries it out. */
export async function announce(deps: Deps, tx: Tx, { by, now, chooseUntil = null, ...what }: Announcing): Promise<{ recipients: number } | null> {
  if (!(await insertAnnouncement(tx, { ...what, chooseUntil, createdAt: now, createdBy: by }))) return null;
  if (what.kind !== 'message') return { recipients: 0 };
  const holders = await selectHolders(tx, what.eventId);
  await enqueueMails(
    tx,
    holders.map(({ orderId, email }) => ({ id: deps.ids.uuid(), kind: 'announcement', cause: 'announcement', orderId, announcementId: what.id, recipient: email, now })),
  );
  return { recipients: holders.length };
}

export type SendMessageOutcome = { outcome: 'sent'; recipients: number } | { outcome: 'nobody' | 'already' | 'not_found' } | RightLost;

/** Writes once to everybody with a valid ticket of the event. */
export async function sendMessage(deps: Deps, admin: AdminId, message: HolderMessage & { id: string; eventId: number }): Promise<SendMessageOutcome> {
  return asStaff<'admin', Exclude<SendMessageOutcome, RightLost>>(deps, { staff: admin, right: 'admin' }, async (tx, { now, tell }) => {
    if ((await selectAnnouncedEvent(tx, message.eventId)) === null) return { outcome: 'not_found' };
    if ((await selectHolders(tx, message.eventId)).length === 0) return { outcome: 'nobody' };
    const announced = await announce(deps, tx, { ...message, kind: 'message', by: admin, now });
    if (announced === null) return { outcome: 'already' };
    await tell({ action: 'event.holders_written', subject: 'event', subjectId: String(message.eventId), detail: { announcement: message.id, recipients: announced.recipients } });
    return { outcome: 'sent', recipients: announced.recipients };
  });
}

/** To the admin's own address, as one of the holders would get it. */
export async function sendTestMessage(deps: Deps, admin: AdminId, message: HolderMessage & { eventId: number }): Promise<{ outcome: 'sent'; to: string } | { outcome: 'not_found' } | RightLost> {
  return asStaff<'admin', { outcome: 'sent'; to: string } | { outcome: 'not_found' }>(deps, { staff: admin, right: 'admin' }, async (tx, { now }) => {
    const self = await tx.selectFrom('users').select('email').where('id', '=', admin).executeTakeFirst();
    if (!self) return { outcome: 'not_found' };
    const { eventId, subject, body } = message;
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'announcement', cause: 'announcement', orderId: null, recipient: self.email, detail: { eventId, subject, body }, now });
    return { outcome: 'sent', to: self.email };
  });
}

export async function previewMessage(deps: Deps, event: AnnouncedEvent, message: HolderMessage): Promise<MailPreview> {
  const { announcementMailTemplate } = await import('./mails/announcement-mail.server.tsx');
  const { subject, text } = await announcementMailTemplate({ ...sampleFacts(deps, event, event), ...message }, await deps.settings.current());
  return { recipients: (await selectHolders(deps.db.query, event.id)).length, subject, text };
}

const testSchema = z.object({ eventId: z.int(), subject: z.string(), body: z.string() });

export async function renderAnnouncementMail(deps: Deps, { orderId, announcementId = null, detail }: MailToWrite): Promise<RenderedMail | null> {
  const { announcementMailTemplate } = await import('./mails/announcement-mail.server.tsx');
  const from = await deps.settings.current();
  if (orderId === null) {
    const test = testSchema.safeParse(detail);
    const event = test.success ? await selectAnnouncedEvent(deps.db.query, test.data.eventId) : null;
    if (!test.success || event === null) return null;
    const words = await announcementMailTemplate({ ...sampleFacts(deps, event, event), ...test.data }, from);
    return { ...words, subject: `Prova: ${words.subject}`, attachments: [] };
  }
  const [order, message] = await Promise.all([selectOrder(deps.db.query, { id: orderId }), announcementId === null ? null : selectAnnouncementText(deps.db.query, announcementId)]);
  if (order === null || message === null) return null;
  return { ...(await announcementMailTemplate({ ...orderFacts(deps, order), ...message }, from)), attachments: [] };
}

export interface EventAnnouncements {
  event: AnnouncedEvent;
  recipients: number;
  withoutAddress: WithoutAddress[];
  given: number;
  announcements: (AnnouncementRow & { undelivered: UndeliveredMail[] })[];
}

/** What was written to an event's holders, how far it got, and who cannot be reached by mail. */
export async function readAnnouncements(deps: Deps, _admin: AdminId, eventId: number): Promise<EventAnnouncements | null> {
  const { query } = deps.db;
  const event = await selectAnnouncedEvent(query, eventId);
  if (event === null) return null;
  const [holders, withoutAddress, given, announcements, undelivered] = await Promise.all([
    selectHolders(query, eventId),
    selectHoldersWithoutAddress(query, eventId),
    countGivenTickets(query, eventId),
    selectAnnouncements(query, eventId),
    selectUndelivered(query, eventId),
  ]);
  return { event, recipients: holders.length, withoutAddress, given, announcements: announcements.map((row) => ({ ...row, undelivered: undelivered.filter(({ announcementId }) => announcementId === row.id) })) };
}
