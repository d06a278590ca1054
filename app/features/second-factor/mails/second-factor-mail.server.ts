import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { accountNotice } from '#app/design/mail-layout/account-notice.server.tsx';

export interface SecondFactorMail {
  isOn: boolean;
  name: string;
  at: Date;
  forgotUrl: string;
}

export async function secondFactorMailTemplate({ isOn, name, at, forgotUrl }: SecondFactorMail, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const notice = {
    title: isOn ? 'El teu compte demana ara un codi del mòbil' : 'El teu compte ja no demana el codi del mòbil',
    name,
    what: `La verificació en dos passos s'ha ${isOn ? 'activat' : 'desactivat'}: ${instantText(at.toISOString())}.`,
    ifYou: 'Si has sigut tu, no cal que faces res.',
    notYou: "Si no has sigut tu, posa una contrasenya nova ara mateix i avisa'ns:",
    forgotUrl,
  };
  return accountNotice(notice, from);
}
