import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/http/gates.server.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { countOfficeMails, mailExists, makeDueAgain, type MailFilter, type OfficeMailRow, selectOfficeMails } from './mail-office-store.server.ts';

export const MAILS_A_PAGE = 50;
/** Longer than a rush takes: who waits for so long has met trouble. */
const LONG_WAIT_MS = 10 * 60_000;

export interface MailPage {
  mails: OfficeMailRow[];
  total: number;
  /** From 1. Beyond the last one is the last one. */
  page: number;
  pages: number;
}

export async function listMails(app: Neighbours, _admin: AdminId, wish: { filter: MailFilter; search: string; page: number }): Promise<MailPage> {
  if (!isStorableText(wish.search)) return { mails: [], total: 0, page: 1, pages: 1 };
  const search = { ...wish, waitingBefore: new Date(app.clock.now().getTime() - LONG_WAIT_MS) };
  const total = await countOfficeMails(app.db.query, search);
  const pages = Math.max(1, Math.ceil(total / MAILS_A_PAGE));
  const page = Math.min(Math.max(1, wish.page), pages);
  const mails = await selectOfficeMails(app.db.query, search, { limit: MAILS_A_PAGE, offset: (page - 1) * MAILS_A_PAGE });
  return { mails, total, page, pages };
}

/** Sends a mail that was given up, or waits, at once. One that is on its way or has left is left alone: asking twice is asking once. */
export async function sendMailAgain(app: Neighbours, admin: AdminId, mailId: string): Promise<'done' | 'not_found'> {
  if (!isUuid(mailId) || !(await mailExists(app.db.query, mailId))) return 'not_found';
  return app.db.inTransaction(async (tx): Promise<'done'> => {
    const now = app.clock.now();
    const mail = await makeDueAgain(tx, mailId, now);
    if (mail !== null) {
      await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'mail.sent_again', subject: 'mail', subjectId: mailId, detail: { order: mail.orderId } });
    }
    return 'done';
  });
}
