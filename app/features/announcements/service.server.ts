import { z } from 'zod';

import type { HoldingFacts } from '#app/design/mail-layout/holdings.server.tsx';
import type { MailPreview } from '#app/design/admin-kit/form/form-reply.ts';
import { enqueueMail, enqueueMails, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { selectOrder, selectTickets } from '#app/features/orders/service.server.ts';
import { countRecipients, orderFacts, sampleFacts, selectTicketHolders } from '#app/features/tickets/service.server.ts';
import { listTicketRecipients, readRecipientHolding } from '#app/features/tickets/recipients/service.server.ts';
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
  selectHoldersWithoutAddress,
  selectUndelivered,
  type UndeliveredMail,
  type WithoutAddress,
} from './store.server.ts';

export interface HolderMessage {
  subject: string;
  body: string;
}

export type SendMessageOutcome = { outcome: 'sent'; recipients: number } | { outcome: 'nobody' | 'already' | 'not_found' } | RightLost;

/** Writes once to everybody with a valid ticket of the event: buyers, and those who took a ticket and left an address. */
export async function sendMessage(deps: Deps, admin: AdminId, message: HolderMessage & { id: string; eventId: number }): Promise<SendMessageOutcome> {
  return asStaff<'admin', Exclude<SendMessageOutcome, RightLost>>(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => {
    const { id, eventId } = message;
    if ((await selectAnnouncedEvent(tx, eventId)) === null) return { outcome: 'not_found' };
    const holders = (await selectTicketHolders(tx, eventId)).map((order) => ({ orderId: order.id, recipient: order.email }));
    const ticketRecipients = (await listTicketRecipients(tx, eventId)).map(({ email }) => ({ orderId: null, recipient: email, detail: { eventId } }));
    const everybody = [...holders, ...ticketRecipients];
    if (everybody.length === 0) return { outcome: 'nobody' };
    if (!(await insertAnnouncement(tx, { ...message, kind: 'message', chooseUntil: null, createdAt: now, createdBy: admin }))) return { outcome: 'already' };
    await enqueueMails(tx, everybody.map((one) => ({ ...one, id: deps.ids.uuid(), kind: 'announcement', cause: 'announcement', announcementId: id, now })));
    await audit({ action: 'event.holders_written', subject: 'event', subjectId: String(eventId), detail: { announcement: id, recipients: everybody.length } });
    return { outcome: 'sent', recipients: everybody.length };
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
  return { ...(await countRecipients(deps, event.id)), subject, text };
}

const testSchema = z.object({ eventId: z.int(), subject: z.string(), body: z.string() });

export async function renderAnnouncementMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const { orderId, announcementId = null } = mail;
  if (announcementId === null) return renderTestMessage(deps, mail);
  const [facts, message] = await Promise.all([orderId === null ? readRecipientHolding(deps, mail).then((held) => held?.facts ?? null) : buyersFacts(deps, orderId), selectAnnouncementText(deps.db.query, announcementId)]);
  if (facts === null || message === null) return null;
  const { announcementMailTemplate } = await import('./mails/announcement-mail.server.tsx');
  return { ...(await announcementMailTemplate({ ...facts, ...message }, await deps.settings.current())), attachments: [] };
}

async function renderTestMessage(deps: Deps, { detail }: MailToWrite): Promise<RenderedMail | null> {
  const test = testSchema.safeParse(detail);
  const event = test.success ? await selectAnnouncedEvent(deps.db.query, test.data.eventId) : null;
  if (!test.success || event === null) return null;
  const { announcementMailTemplate } = await import('./mails/announcement-mail.server.tsx');
  const words = await announcementMailTemplate({ ...sampleFacts(deps, event, event), ...test.data }, await deps.settings.current());
  return { ...words, subject: `Prova: ${words.subject}`, attachments: [] };
}

async function buyersFacts(deps: Deps, orderId: string): Promise<HoldingFacts | null> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (order === null || !isPaid(order.status) || order.event.withdrawnAt !== null) return null;
  const tickets = await selectTickets(deps.db.query, [orderId]);
  return tickets.some(({ status }) => status === 'active' || status === 'used') ? orderFacts(deps, order) : null;
}

export interface EventAnnouncements {
  recipients: number;
  ticketRecipients: number;
  withoutAddress: WithoutAddress[];
  given: number;
  announcements: (AnnouncementRow & { undelivered: UndeliveredMail[] })[];
}

export async function findAnnouncedEvent(deps: Deps, _admin: AdminId, eventId: number): Promise<AnnouncedEvent | null> {
  return selectAnnouncedEvent(deps.db.query, eventId);
}

/** What was written to an event's holders, how far it got, and who cannot be reached by mail. */
export async function readAnnouncements(deps: Deps, _admin: AdminId, eventId: number): Promise<EventAnnouncements> {
  const { query } = deps.db;
  const [counts, withoutAddress, given, announcements, undelivered] = await Promise.all([
    countRecipients(deps, eventId),
    selectHoldersWithoutAddress(query, eventId),
    countGivenTickets(query, eventId),
    selectAnnouncements(query, eventId),
    selectUndelivered(query, eventId),
  ]);
  return { ...counts, withoutAddress, given, announcements: announcements.map((row) => ({ ...row, undelivered: undelivered.filter(({ announcementId }) => announcementId === row.id) })) };
}
