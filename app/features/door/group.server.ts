import { groupAnswer, type GroupAnswer } from '#app/domain/door/answer.ts';
import { groupNonce } from '#app/domain/door/group-nonce.ts';

import { type DoorDeps, admitTicket } from './admission/service.server.ts';
import { type DoorRequest, judge } from './answer.server.ts';
import { selectGroupTickets } from './store.server.ts';

export async function admitGroup(deps: DoorDeps, request: DoorRequest, group: { ticketIds: readonly string[]; nonce: string }): Promise<GroupAnswer> {
  const results: GroupAnswer['results'] = [];
  for (const ticketId of new Set(group.ticketIds.map((id) => id.toUpperCase()))) {
    results.push({ ticketId, ...(await admitTicket(deps, request, { ticketId, nonce: groupNonce(group.nonce, ticketId), direction: 'in' })) });
  }
  return groupAnswer(results);
}

export async function readGroup(deps: DoorDeps, request: DoorRequest, ticketId: string): Promise<{ ticketId: string; ticketNumber: string; status: string }[] | null> {
  const tickets = await selectGroupTickets(deps.doorDb.query, ticketId.toUpperCase());
  const scanned = tickets.find(({ id }) => id === ticketId.toUpperCase());
  if (scanned === undefined || judge(scanned, request).code === 'OTHER_EVENT') return null;
  return tickets.filter(({ status }) => status === 'active' || status === 'used').map(({ id, ticketNumber, status }) => ({ ticketId: id, ticketNumber, status }));
}
