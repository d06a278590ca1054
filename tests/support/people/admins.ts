import { type AdminId, requireAdmin } from '#app/platform/http/guards/guards.server.ts';

import type { TestApp } from '../app/test-app.ts';

/** The admin of the cast, as a guard lets them through. */
export async function theAdmin(app: Pick<TestApp, 'db'>): Promise<AdminId> {
  const { id: userId } = await app.db.query.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('createdAt').executeTakeFirstOrThrow();
  return requireAdmin({ kind: 'user', userId, role: 'admin', rights: ['admin'], name: 'Taquilla', email: 'admin@comboi.test' });
}
