import { sql } from 'kysely';

import type { PersonalData } from '#app/feature.server.ts';

import { eraseMisdirected } from './store.server.ts';

/** An order's mails are erased with it, but for those that went to another address. */
export const personalData: PersonalData = {
  async collect(query, { email }) {
    return { mails: await query.selectFrom('mails').select(['kind', 'status', 'createdAt', 'sentAt']).where(sql<string>`lower(recipient)`, '=', email).orderBy('createdAt').execute() };
  },

  async erase(tx, { email, until }) {
    await tx.deleteFrom('mails').where(sql<string>`lower(recipient)`, '=', email).where('orderId', 'is', null).where('createdAt', '<=', until).execute();
    await eraseMisdirected(tx, { email, until });
    return {};
  },
};
