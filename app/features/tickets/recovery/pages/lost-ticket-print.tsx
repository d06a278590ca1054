import { redirect } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { DRAWINGS_BUSY } from '#app/platform/http/edge.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { RendererBusy } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

import { readLostTicketCookie } from '../cookies.server.ts';
import { printFoundTickets } from '../lost-ticket.server.ts';
import type { Route } from './+types/lost-ticket-print.ts';

export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { deps, address, limits } = context.get(requestContext);
  const key = readLostTicketCookie(request.headers, 'key', deps.env.publicUrl);
  const print = key === null ? null : await printFoundTickets(deps, { key, network: address, limits, signal: request.signal }).catch(laterIfBusy);
  if (print === null || print.outcome === 'nothing') return redirect('/tiquet-perdut?caducat=1', { headers: PRIVATE_LINK });
  if (print.outcome === 'busy') return inWords(`${DRAWINGS_BUSY.message}.`, { status: 503, retryAfterSeconds: DRAWINGS_BUSY.retryAfterSeconds });
  if (print.outcome === 'later') return inWords('Has descarregat els tiquets moltes vegades seguides. Espera una miqueta i torna-ho a provar.', { status: 429, retryAfterSeconds: print.retryAfterSeconds });
  return new Response(Buffer.from(print.pdf), { headers: { ...PRIVATE_LINK, 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="tiquets.pdf"' } });
}

function laterIfBusy(error: unknown): { outcome: 'busy' } {
  if (error instanceof RendererBusy) return { outcome: 'busy' };
  throw error;
}

function inWords(text: string, { status, retryAfterSeconds }: { status: number; retryAfterSeconds: number }): Response {
  return new Response(text, { status, headers: { ...PRIVATE_LINK, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(retryAfterSeconds) } });
}
