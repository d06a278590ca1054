import { writeAudit, writeAudits } from '#app/adapters/db/audit.server.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import type { Deps } from '#app/deps.server.ts';

import {
  countMails,
  mailExists,
  makeDueAgain,
  makeFailuresDueAgain,
  type MailFilter,
  type MailListRow,
  selectFailures,
  selectMails,
} from './store.server.ts';
import { type DeliveryFailure, isDeliveryFailure, isSystemic } from '#app/domain/mail/delivery-failure.ts';

export const MAILS_A_PAGE = 50;
/** Longer than a rush takes. */
const LONG_WAIT_MS = 10 * 60_000;

export interface MailPage {
  mails: MailListRow[];
  total: number;
  page: number;
  pages: number;
}

export async function listMails(deps: Deps, _admin: AdminId, input: { filter: MailFilter; search: string; page: number }): Promise<MailPage> {
  if (!isStorableText(input.search)) return { mails: [], total: 0, page: 1, pages: 1 };
  const search = { ...input, waitingBefore: new Date(deps.clock.now().getTime() - LONG_WAIT_MS) };
  const total = await countMails(deps.db.query, search);
  const pages = Math.max(1, Math.ceil(total / MAILS_A_PAGE));
  const page = Math.min(Math.max(1, input.page), pages);
  const mails = await selectMails(deps.db.query, search, { limit: MAILS_A_PAGE, offset: (page - 1) * MAILS_A_PAGE });
  return { mails, total, page, pages };
}

export async function countMailsForAttention(deps: Deps): Promise<number> {
  return countMails(deps.db.query, { filter: 'attention', search: '', waitingBefore: new Date(deps.clock.now().getTime() - LONG_WAIT_MS) });
}

/** Does nothing for a mail that is being sent or was sent. */
export async function sendMailAgain(deps: Deps, admin: AdminId, mailId: string): Promise<'done' | 'not_found'> {
  if (!isUuid(mailId) || !(await mailExists(deps.db.query, mailId))) return 'not_found';
  return deps.db.inTransaction(async (tx): Promise<'done'> => {
    const now = deps.clock.now();
    const mail = await makeDueAgain(tx, mailId, now);
    if (mail !== null) {
      await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'mail.sent_again', subject: 'mail', subjectId: mailId, detail: { order: mail.orderId } });
    }
    return 'done';
  });
}

export interface SystemicFailure {
  failure: DeliveryFailure;
  count: number;
}

export async function listSystemicFailures(deps: Deps, _admin: AdminId): Promise<SystemicFailure[]> {
  return (await selectFailures(deps.db.query)).filter(({ failure, count }) => count > 1 && isSystemic(failure));
}

export async function sendAllAgain(deps: Deps, admin: AdminId, failure: string): Promise<number> {
  if (!isDeliveryFailure(failure) || !isSystemic(failure)) return 0;
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now();
    const mails = await makeFailuresDueAgain(tx, { failure, now });
    await writeAudits(
      tx,
      mails.map(({ id, orderId }) => ({ at: now, actor: `user:${admin}`, action: 'mail.sent_again', subject: 'mail', subjectId: id, detail: { order: orderId, failure } })),
    );
    return mails.length;
  });
}
