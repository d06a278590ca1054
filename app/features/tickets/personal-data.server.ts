import { sql } from 'kysely';

import type { PersonalData } from '#app/feature.server.ts';

export const personalData: PersonalData = {
  async erase(tx, { email }) {
    await tx.deleteFrom('ticketLinks').where(sql<string>`lower(email)`, '=', email).execute();
    return {};
  },
};
