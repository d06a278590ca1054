import type { PersonalData } from '#app/feature.server.ts';

export const personalData: PersonalData = {
  async erase(tx, { email, until }) {
    await tx.deleteFrom('signInLinks').where('email', '=', email).where('createdAt', '<=', until).execute();
    return {};
  },
};
