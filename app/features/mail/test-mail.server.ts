import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Ids } from '#app/platform/adapters/ids.server.ts';
import type { Mailer, MailOutcome } from '#app/platform/adapters/mail/mailer.server.ts';

import type { MailTemplate } from './service.server.ts';
import { insertSentMail } from './store.server.ts';

export const TEST_MAIL = 'mail_test';

export const testMailTemplate: MailTemplate = {
  kind: TEST_MAIL,
  name: 'Prova de correu',
  render: async ({ env }) => ({ ...testMail(env.publicUrl), attachments: [] }),
};

function testMail({ href }: URL): { subject: string; text: string; html: string } {
  const lines = [`Este correu l'ha enviat ${href} per a provar-se.`, "Si el lliges a la safata d'entrada, els tiquets també arribaran. Si estava al correu brossa, demana a qui porta el domini que mire SPF, DKIM i DMARC."];
  return { subject: 'Prova de correu', text: lines.join('\n\n'), html: lines.map((line) => `<p>${line}</p>`).join('\n') };
}

/** Past the outbox, so that what the mail server says is seen at once; a mail that left is a proof in `mails`. */
export async function sendTestMail(parts: { mailer: Mailer; query: Query; clock: Clock; ids: Ids; publicUrl: URL }, to: string): Promise<MailOutcome> {
  const { mailer, query, clock, ids, publicUrl } = parts;
  const id = ids.uuid();
  const outcome = await mailer.send({ id, to, ...testMail(publicUrl), attachments: [] });
  if (outcome.sent) await insertSentMail(query, { id, kind: TEST_MAIL, recipient: to, now: clock.now() });
  return outcome;
}
