import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { accountNotice } from '#app/design/mail-layout/account-notice.server.tsx';

interface PasswordChangedMail {
  name: string;
  changedAt: Date;
  forgotUrl: string;
}

export async function passwordChangedMailTemplate({ name, changedAt, forgotUrl }: PasswordChangedMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const notice = {
    title: 'La teua contrasenya ha canviat',
    name,
    what: `La contrasenya del teu compte ha canviat: ${instantText(changedAt.toISOString())}.`,
    ifYou: 'Si has sigut tu, no cal que faces res. Per seguretat hem tancat la sessió en els altres dispositius.',
    notYou: "Si no has sigut tu, posa'n una altra ara mateix i avisa'ns:",
    forgotUrl,
  };
  return accountNotice(notice, from);
}
