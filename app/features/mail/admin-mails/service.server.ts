import { writeAudit, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import { pageOfList } from '#app/domain/paging.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asAdmin, asStaff, orRightLost, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { enqueueMail } from '../service.server.ts';
import { TEST_MAIL } from '../test-mail.server.ts';
import {
  countMails,
  countTestMails,
  hasSentExpected,
  mailExists,
  makeDueAgain,
  makeFailuresDueAgain,
  type MailFilter,
  type MailListRow,
  selectFailures,
  selectMails,
  selectOwnAddress,
  selectUnsentMails,
} from './store.server.ts';
import { type DeliveryFailure, isDeliveryFailure, isSystemic } from '#app/domain/mail/delivery-failure.ts';

export const MAILS_A_PAGE = 50;
const TEST_MAILS_AN_HOUR = 5;
const HOUR_MS = 60 * 60_000;
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
  const { page, pages, limit, offset } = pageOfList({ total, page: input.page, size: MAILS_A_PAGE });
  const mails = await selectMails(deps.db.query, search, { limit, offset });
  return { mails, total, page, pages };
}

export async function countMailsForAttention(deps: Deps): Promise<number> {
  return countMails(deps.db.query, { filter: 'attention', search: '', waitingBefore: new Date(deps.clock.now().getTime() - LONG_WAIT_MS) });
}

/** Failed or waiting mails only; idempotent. */
export async function sendMailAgain(deps: Deps, admin: AdminId, mailId: string): Promise<'done' | 'not_found' | 'right_lost'> {
  if (!isUuid(mailId) || !(await mailExists(deps.db.query, mailId))) return 'not_found';
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now }): Promise<'done'> => {
    const mail = await makeDueAgain(tx, mailId, now);
    if (mail !== null) {
      await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'mail.sent_again', subject: 'mail', subjectId: mailId, detail: { order: mail.orderId } });
    }
    return 'done';
  });
  return orRightLost(outcome);
}

/** By the outbox like any other, so that the list shows how it went. */
export async function sendTestToSelf(deps: Deps, admin: AdminId): Promise<{ outcome: 'done'; to: string } | { outcome: 'too_many' } | RightLost> {
  return asAdmin<{ outcome: 'done'; to: string } | { outcome: 'too_many' }>(deps, admin, async (tx, { now }) => {
    const to = await selectOwnAddress(tx, admin);
    const lately = await countTestMails(tx, { to, since: new Date(now.getTime() - HOUR_MS) });
    if (lately >= TEST_MAILS_AN_HOUR) return { outcome: 'too_many' };
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: TEST_MAIL, cause: 'alarm', orderId: null, recipient: to, now });
    return { outcome: 'done', to };
  });
}

/** Whether one was sent that somebody looked for: a test, or tickets. That a password's mail was taken proves little. */
export async function isMailTried({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return hasSentExpected(db.query);
}

export interface SystemicFailure {
  failure: DeliveryFailure;
  count: number;
}

export async function listSystemicFailures(deps: Deps, _admin: AdminId): Promise<SystemicFailure[]> {
  return (await selectFailures(deps.db.query)).filter(({ failure, count }) => count > 1 && isSystemic(failure));
}

/** Returns how many. They queue like all others. */
export async function sendAllAgain(deps: Deps, admin: AdminId, failure: string): Promise<number | 'right_lost'> {
  if (!isDeliveryFailure(failure) || !isSystemic(failure)) return 0;
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now }) => {
    const mails = await makeFailuresDueAgain(tx, { failure, now });
    await writeAudits(
      tx,
      mails.map(({ id, orderId }) => ({ at: now, actor: `user:${admin}`, action: 'mail.sent_again', subject: 'mail', subjectId: id, detail: { order: orderId, failure } })),
    );
    return mails.length;
  });
  return orRightLost(outcome);
}

export interface MailHealth {
  pending: number;
  sending: number;
  failed: number;
  oldestWaitingSince: Date | null;
  /** Given up for a cause on our side, such as a wrong password. */
  stopped: number;
}

export async function readMailHealth(deps: Pick<Deps, 'db'>): Promise<MailHealth> {
  const [unsent, failures] = await Promise.all([selectUnsentMails(deps.db.query), selectFailures(deps.db.query)]);
  const stopped = failures.filter(({ failure }) => isSystemic(failure)).reduce((sum, { count }) => sum + count, 0);
  return { ...unsent, stopped };
}
