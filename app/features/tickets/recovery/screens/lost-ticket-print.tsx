import { redirect } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';

import { readLostTicketCookie } from '../cookies.server.ts';
import { printFoundTickets } from '../lost-ticket.server.ts';
import type { Route } from './+types/lost-ticket-print.ts';

const ANSWER = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };

/** All found tickets as one document. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { deps } = context.get(requestContext);
  const key = readLostTicketCookie(request, 'key', deps.env.publicUrl);
  const pdf = key === null ? null : await printFoundTickets(deps, key);
  if (pdf === null) return redirect('/tiquet-perdut?caducat=1', { headers: ANSWER });
  return new Response(Buffer.from(pdf), { headers: { ...ANSWER, 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="tiquets.pdf"' } });
}
