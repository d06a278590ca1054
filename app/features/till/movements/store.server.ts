import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface MovementRow {
  id: string;
  /** Cents: positive when put in, negative when taken out. */
  amount: number;
  reason: string;
  movedAt: Date;
  movedByName: string | null;
}

export async function insertMovement(tx: Tx, movement: { id: string; sessionId: string; amount: number; reason: string; movedBy: string; movedAt: Date }): Promise<void> {
  await tx.insertInto('tillMovements').values(movement).execute();
}

export async function selectMovements(query: Query | Tx, sessionId: string): Promise<MovementRow[]> {
  return query
    .selectFrom('tillMovements')
    .leftJoin('users', 'users.id', 'tillMovements.movedBy')
    .select(['tillMovements.id', 'tillMovements.amount', 'tillMovements.reason', 'tillMovements.movedAt', 'users.name as movedByName'])
    .where('tillMovements.sessionId', '=', sessionId)
    .orderBy('tillMovements.movedAt')
    .orderBy('tillMovements.id')
    .execute();
}
