import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import {
  deleteAccount,
  eraseOrders,
  eraseTheRest,
  type KeptMail,
  type KeptOrder,
  type KeptSession,
  type KeptTicket,
  type KeptWaiting,
  selectAccount,
  selectMails,
  selectOrders,
  selectSessions,
  selectTickets,
  selectWaiting,
} from './store.server.ts';

/** All that is kept of an e-mail address, in the words of the tables. Ids that open something are left out. */
export interface PersonalData {
  account: { name: string; email: string; role: string; createdAt: Date; sessions: KeptSession[] } | null;
  orders: (Omit<KeptOrder, 'id'> & { tickets: Omit<KeptTicket, 'orderId'>[] })[];
  mails: KeptMail[];
  waitingLists: KeptWaiting[];
}

export async function collectPersonalData(deps: Pick<Deps, 'db'>, address: string): Promise<PersonalData> {
  const email = address.trim().toLowerCase();
  const { query } = deps.db;
  const account = await selectAccount(query, email);
  const orders = await selectOrders(query, email);
  const tickets = Map.groupBy(await selectTickets(query, orders.map(({ id }) => id)), ({ orderId }) => orderId);
  return {
    account: account && { name: account.name, email: account.email, role: account.role, createdAt: account.createdAt, sessions: await selectSessions(query, account.id) },
    orders: orders.map(({ id, ...order }) => ({ ...order, tickets: (tickets.get(id) ?? []).map(({ orderId: _orderId, ...ticket }) => ticket) })),
    mails: await selectMails(query, email),
    waitingLists: await selectWaiting(query, email),
  };
}

export type Erasure = { outcome: 'admin' } | { outcome: 'erased'; orders: number; /** What still needs the address. */ left: PersonalData };

/** The books keep what was sold; tickets and waiting lists of events to come keep their address until the event is over. */
export async function erasePersonalData(deps: Pick<Deps, 'db' | 'clock'>, address: string): Promise<Erasure> {
  const email = address.trim().toLowerCase();
  const now = deps.clock.now();
  const today = dayInMadrid(now);
  const account = await selectAccount(deps.db.query, email);
  if (account?.role === 'admin') return { outcome: 'admin' };
  const erased = await deps.db.inTransaction(async (tx) => {
    const orders = await eraseOrders(tx, email, today);
    await eraseTheRest(tx, email, today);
    if (account) {
      await deleteAccount(tx, account.id);
      await writeAudit(tx, { at: now, actor: 'operator', action: 'user.deleted', subject: 'user', subjectId: account.id, detail: { before: account.role, after: null } });
    }
    for (const subjectId of orders) await writeAudit(tx, { at: now, actor: 'operator', action: 'buyer.erased', subject: 'order', subjectId });
    return orders;
  });
  return { outcome: 'erased', orders: erased.length, left: await collectPersonalData(deps, email) };
}
