import type { Query } from '#app/platform/adapters/db/database.server.ts';

export async function selectOrderOfTicket(query: Query, ticketNumber: string): Promise<string | null> {
  const row = await query.selectFrom('tickets').select('orderId').where('ticketNumber', '=', ticketNumber).executeTakeFirst();
  return row?.orderId ?? null;
}

export async function selectVerifiedEmail(query: Query, userId: string): Promise<string | null> {
  const user = await query.selectFrom('users').select('email').where('id', '=', userId).where('emailVerified', '=', true).executeTakeFirst();
  return user?.email.toLowerCase() ?? null;
}
