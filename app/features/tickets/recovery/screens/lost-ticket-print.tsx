import { redirect } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';

import { readLostTicketCookie } from '../cookies.server.ts';
import { printFoundTickets } from '../lost-ticket.server.ts';
import type { Route } from './+types/lost-ticket-print.ts';

const ANSWER = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };

export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { deps, address, limits } = context.get(requestContext);
  const key = readLostTicketCookie(request, 'key', deps.env.publicUrl);
  const print = key === null ? null : await printFoundTickets(deps, { key, network: address, limits, signal: request.signal });
  if (print === null || print.outcome === 'nothing') return redirect('/tiquet-perdut?caducat=1', { headers: ANSWER });
  if (print.outcome === 'later') {
    const headers = { ...ANSWER, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(print.retryAfterSeconds) };
    return new Response('Has descarregat els tiquets moltes vegades seguides. Espera una miqueta i torna-ho a provar.', { status: 429, headers });
  }
  return new Response(Buffer.from(print.pdf), { headers: { ...ANSWER, 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="tiquets.pdf"' } });
}
