import { sql } from 'kysely';

import type { EmailStatus } from '#app/domain/order/status.ts';
import type { PersonalData } from '#app/feature.server.ts';

import { eraseMisdirected } from './store.server.ts';

const STATUS_WORDS: Readonly<Record<EmailStatus, string>> = { pending: 'per enviar', sending: 'enviant-se', sent: 'enviat', failed: 'no enviat' };

/** An order's mails are erased with it, but for those that went to another address. */
export const personalData: PersonalData = {
  words: { mails: { title: 'Correus que hem enviat', fields: { sentAt: 'Enviat' }, codes: { status: STATUS_WORDS } } },

  async collect(query, { email }) {
    return { mails: await query.selectFrom('mails').select(['kind', 'status', 'createdAt', 'sentAt']).where(sql<string>`lower(recipient)`, '=', email).orderBy('createdAt').execute() };
  },

  async erase(tx, { email, until }) {
    await tx.deleteFrom('mails').where(sql<string>`lower(recipient)`, '=', email).where('orderId', 'is', null).where('createdAt', '<=', until).execute();
    await eraseMisdirected(tx, { email, until });
    return {};
  },
};
