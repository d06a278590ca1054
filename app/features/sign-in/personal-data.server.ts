import type { PersonalData } from '#app/feature.server.ts';

export const personalData: PersonalData = {
  async erase(tx, { email }) {
    await tx.deleteFrom('signInLinks').where('email', '=', email).execute();
    return {};
  },
};
