import { accountNotice } from '#app/design/mail-layout/account-notice.server.tsx';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

/** To the address that an account had: without the new one, which is nobody's business who reads here by mistake. */
export async function addressChangedMailTemplate({ changedAt, siteUrl }: { changedAt: Date; siteUrl: string }, from: SiteSettings): Promise<{ subject: string; text: string; html: string }> {
  const notice = {
    title: 'El teu compte ja no té este correu',
    name: '',
    what: `Un administrador ha canviat el correu del compte que tenia esta adreça: ${instantText(changedAt.toISOString())}.`,
    ifYou: "Si ho has demanat tu, mira el correu nou: hi has d'obrir un enllaç. Les sessions que tenies obertes s'han tancat.",
    notYou: 'Si no ho has demanat, contesta a este correu i ho mirem.',
    forgotUrl: siteUrl,
    button: 'Anar al web',
  };
  return accountNotice(notice, from);
}
