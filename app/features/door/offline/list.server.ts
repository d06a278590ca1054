import { createHash } from 'node:crypto';

import type { DoorList } from '#app/domain/door/decide.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { apartFromNote } from '../answer.server.ts';
import { selectDoorEvent } from '../store.server.ts';
import { selectListedTickets, selectRetiredHashes } from './store.server.ts';

/** Hashes only: no ticket can be forged from it. */
export async function readDoorList(deps: Pick<Deps, 'doorDb' | 'clock'>, eventId: number): Promise<{ list: DoorList; etag: string } | null> {
  const { query } = deps.doorDb;
  const event = await selectDoorEvent(query, eventId);
  if (event === null) return null;
  const asOf = deps.clock.now().toISOString();
  const indexes = new Map<string, number>();
  const menus: DoorList['menus'] = [];
  const menuIndexOf = (chosen: DoorList['menus'][number]): number => {
    const key = JSON.stringify(chosen);
    const index = indexes.get(key) ?? menus.push(chosen) - 1;
    indexes.set(key, index);
    return index;
  };
  const tickets = (await selectListedTickets(query, eventId)).map(({ menu: stored, extras, suspendedAt, usedAt, userRole, ...ticket }) => {
    const { menu, hasNote } = apartFromNote(stored);
    return {
      ...ticket,
      hasNote: ticket.hasNote || hasNote,
      suspended: suspendedAt !== null,
      usedAt: usedAt?.toISOString() ?? null,
      userType: userRole,
      menu: menuIndexOf({ menu, extras }),
    };
  });
  const content = { event, tickets, menus, retired: await selectRetiredHashes(query, eventId) };
  return { list: { asOf, ...content }, etag: `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"` };
}
