import type { PersonalData, Person } from '#app/feature.server.ts';
import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export const personalData: PersonalData = {
  words: { account: { title: 'Compte', fields: { sessions: 'Sessions obertes', expiresAt: 'Caduca', userAgent: 'Navegador' }, formats: { userAgent: 'device' }, knownBy: ['userAgent'] } },

  async collect(query, person) {
    const found = await selectAccount(query, person);
    if (found === null) return { account: null };
    const { id, ...account } = found;
    const sessions = await query.selectFrom('sessions').select(['createdAt', 'expiresAt', 'userAgent']).where('userId', '=', id).orderBy('createdAt').execute();
    return { account: { ...account, sessions } };
  },

  async refuse(query, person) {
    return (await selectAccount(query, person))?.role === 'admin' ? 'admin' : null;
  },

  async rename(tx, { email, now }, name) {
    await tx.updateTable('users').set({ name, updatedAt: now }).where('email', '=', email).execute();
  },

  async erase(tx, person) {
    const account = await selectAccount(tx, person);
    if (account === null || account.createdAt > person.until) return { accounts: 0 };
    await tx.deleteFrom('users').where('id', '=', account.id).execute();
    await writeAudit(tx, { at: person.now, actor: 'operator', action: 'user.deleted', subject: 'user', subjectId: account.id, detail: { before: account.role, after: null } });
    return { accounts: 1 };
  },
};

async function selectAccount(query: Query | Tx, { email }: Person) {
  return (await query.selectFrom('users').select(['id', 'name', 'email', 'role', 'createdAt']).where('email', '=', email).executeTakeFirst()) ?? null;
}
