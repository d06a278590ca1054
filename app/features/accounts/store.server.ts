import type { Query } from '#app/adapters/db/database.server.ts';

export async function deleteSession(query: Query, token: string): Promise<void> {
  await query.deleteFrom('sessions').where('token', '=', token).execute();
}
