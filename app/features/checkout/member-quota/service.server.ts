import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { EventWithMenu } from '#app/features/events/service.server.ts';

import { selectReducedHolds, selectReducedTickets } from '../store.server.ts';

type QuotaEvent = Pick<EventWithMenu, 'id' | 'memberQuota'>;

/** Members and committee, of an event that has one. */
export function hasQuota({ memberQuota }: Pick<QuotaEvent, 'memberQuota'>, actor: Actor): actor is Extract<Actor, { kind: 'user' }> {
  return memberQuota !== null && actor.kind === 'user' && (roleOf(actor) === 'socio' || roleOf(actor) === 'comision');
}

/** By account: tickets that it may still buy at its reduced price. No statement for an event without a quota. */
export async function quotasLeft(query: Query | Tx, event: QuotaEvent, actors: readonly Actor[]): Promise<ReadonlyMap<string, number>> {
  const { memberQuota } = event;
  const accounts = actors.filter((actor) => hasQuota(event, actor)).map(({ userId }) => userId);
  if (memberQuota === null || accounts.length === 0) return new Map();
  const taken = await selectReducedTickets(query, event.id, accounts);
  return new Map([...taken].map(([userId, tickets]) => [userId, Math.max(0, memberQuota - tickets)]));
}

export interface OwnQuota {
  limit: number;
  left: number;
  /** Unpaid orders, whose tickets may lie in the buyer's cart still. */
  held: { orderId: string; reduced: number }[];
}

/** Of the account that looks at the event; null where no quota binds it. */
export async function ownQuota(query: Query, event: QuotaEvent, actor: Actor): Promise<OwnQuota | null> {
  if (!hasQuota(event, actor) || event.memberQuota === null) return null;
  const [left, held] = await Promise.all([quotasLeft(query, event, [actor]), selectReducedHolds(query, { eventId: event.id, userId: actor.userId })]);
  return { limit: event.memberQuota, left: left.get(actor.userId) ?? event.memberQuota, held };
}
