import { type ReactNode, useMemo } from 'react';
import { data, redirectDocument } from 'react-router';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requireRightOnPage } from '#app/http/guards/guards.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { textOf } from '#app/ui/forms/form-text.ts';
import { DOOR_PAGE } from '#app/client-state/door-copy.ts';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { admitTicket, verifyTicket } from '../admission.server.ts';
import { doorWire } from '../client/door-api.ts';
import { type DoorMode, readMode } from '../client/door-mode.ts';
import { Door } from '../components/door.tsx';
import { PlainAnswer } from '../components/plain-answer.tsx';
import type { DoorAnswer, DoorSession } from '../schema.ts';
import { scannerOf } from '../scanner.server.ts';
import { openDoor } from '../service.server.ts';
import { lookAtDishes, serveDishes } from '../serving/service.server.ts';
import type { Route } from './+types/ticket-verification.ts';

export const meta: Route.MetaFunction = ({ error, matches }) => (error ? [] : [...pageMeta({ matches, title: 'Verificar Tiquets' }), { name: 'robots', content: 'noindex' }]);

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ session: DoorSession; nonce: string }> {
  const { deps, actor } = context.get(requestContext);
  requireRightOnPage({ actor, request, right: 'door' });
  return { session: await openDoor(deps, scannerOf(actor)), nonce: deps.ids.uuid() };
}

/** This page needs its own content policy, which only a document load brings. */
export function clientLoader(): never {
  throw redirectDocument(DOOR_PAGE);
}

interface PlainReply {
  answer: DoorAnswer;
  step: 'preview' | 'result';
  eventId: number | null;
  mode: DoorMode;
}

/** Without scripts: the same two steps as forms. */
export async function action({ context, request }: Route.ActionArgs): Promise<ReturnType<typeof data<PlainReply>>> {
  const { deps, actor } = context.get(requestContext);
  requireRightOnPage({ actor, request, right: 'door' });
  const form = await readForm(request);
  const eventId = parseEventId(textOf(form, 'eventId'));
  const door = { scanner: scannerOf(actor), eventId, device: null };
  const mode = readMode(form.get('mode'));
  const [ticketId, nonce] = [textOf(form, 'ticketId'), textOf(form, 'nonce')];
  if (form.get('intent') === 'use') {
    const answer = await (mode === 'serve' ? serveDishes(deps, door, { ticketId, nonce, places: null }) : admitTicket(deps, door, { ticketId, nonce, direction: mode }));
    return data({ answer, step: 'result', eventId, mode });
  }
  const look = mode === 'serve' ? lookAtDishes : verifyTicket;
  return data({ answer: await look(deps, door, { text: textOf(form, 'qrData'), source: 'typed' }), step: 'preview', eventId, mode });
}

export default function TicketVerification({ loaderData: { session, nonce }, actionData }: Route.ComponentProps): ReactNode {
  const wire = useMemo(() => doorWire(null), []);
  if (actionData !== undefined) return <PlainAnswer {...actionData} nonce={nonce} page={DOOR_PAGE} />;
  return <Door session={session} wire={wire} page={DOOR_PAGE} exit="/admin" />;
}
