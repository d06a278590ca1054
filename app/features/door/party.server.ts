import { partyNonce } from '#app/domain/door/group-nonce.ts';

import { type DoorDeps, admitTicket } from './admission.server.ts';
import { type DoorRequest, judge } from './answer.server.ts';
import type { PartyAnswer } from './schema.ts';
import { selectPartyTickets } from './store.server.ts';

export async function admitParty(deps: DoorDeps, request: DoorRequest, party: { ticketIds: readonly string[]; nonce: string }): Promise<PartyAnswer> {
  const results: PartyAnswer['results'] = [];
  for (const ticketId of new Set(party.ticketIds.map((id) => id.toUpperCase()))) {
    results.push({ ticketId, ...(await admitTicket(deps, request, { ticketId, nonce: partyNonce(party.nonce, ticketId), direction: 'in' })) });
  }
  const admitted = results.filter(({ success }) => success).length;
  return { success: admitted === results.length, admitted, results };
}

export async function readParty(deps: DoorDeps, request: DoorRequest, ticketId: string): Promise<{ ticketId: string; ticketNumber: string; status: string }[] | null> {
  const tickets = await selectPartyTickets(deps.doorDb.query, ticketId.toUpperCase());
  const scanned = tickets.find(({ id }) => id === ticketId.toUpperCase());
  if (scanned === undefined || judge(scanned, request).code === 'OTHER_EVENT') return null;
  return tickets.filter(({ status }) => status === 'active' || status === 'used').map(({ id, ticketNumber, status }) => ({ ticketId: id, ticketNumber, status }));
}
