import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';

export interface NewMenuChange {
  ticketId: string;
  before: ComposedTicket['menu'];
  after: ComposedTicket['menu'];
  changedBy: string;
  changedAt: Date;
  difference: number;
  forgivenReason: string | null;
}

export async function insertMenuChange(tx: Tx, change: NewMenuChange): Promise<string> {
  const { id } = await tx.insertInto('menuChanges').values({ ...change, before: JSON.stringify(change.before), after: JSON.stringify(change.after) }).returning('id').executeTakeFirstOrThrow();
  return id;
}
