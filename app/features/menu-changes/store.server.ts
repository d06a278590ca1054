import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';

export interface NewMenuChange {
  ticketId: string;
  before: ComposedTicket['menu'];
  after: ComposedTicket['menu'];
  changedBy: string;
  changedAt: Date;
}

export async function insertMenuChange(tx: Tx, change: NewMenuChange): Promise<void> {
  await tx.insertInto('menuChanges').values({ ...change, before: JSON.stringify(change.before), after: JSON.stringify(change.after) }).execute();
}
