import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { enqueueMail, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { SecondFactorNotice } from './mails/second-factor-mail.server.ts';
import { selectFactorOwner } from './store.server.ts';

export async function enqueueSecondFactorNotice(tx: Tx, deps: Deps, notice: { email: string; kind: SecondFactorNotice }): Promise<void> {
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: notice.kind, cause: 'account', orderId: null, recipient: notice.email, now: deps.clock.now() });
}

export function noticeRenderer(kind: SecondFactorNotice): (deps: Deps, mail: MailToWrite) => Promise<RenderedMail | null> {
  return async (deps, mail) => {
    const user = await selectFactorOwner(deps.db.query, mail.recipient);
    if (user === null) return null;
    const { secondFactorMailTemplate } = await import('./mails/second-factor-mail.server.ts');
    const forgotUrl = new URL('/forgot-password', deps.env.publicUrl).href;
    return { ...(await secondFactorMailTemplate({ kind, name: user.name, at: mail.createdAt, forgotUrl }, await deps.settings.current())), attachments: [] };
  };
}
