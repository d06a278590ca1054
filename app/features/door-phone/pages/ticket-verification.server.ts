import { data } from 'react-router';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { hasRight, requireHandOnPage } from '#app/platform/http/guards/guards.server.ts';
import type { Audience } from '#app/platform/http/page.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { admitTicket, verifyTicket } from '#app/features/door/admission/service.server.ts';
import type { DoorSession } from '#app/features/door/schema.ts';
import { doorRequest, hasShiftToCome, scannerOf } from '#app/features/door/scanner/service.server.ts';
import { openDoor } from '#app/features/door/service.server.ts';
import { verifyDishes, serveDishes } from '#app/features/door/serving/service.server.ts';

import { type DoorMode, readMode } from '#app/domain/door/mode.ts';
import type { Route } from './+types/ticket-verification.ts';

const AT_THE_DOOR = { right: 'door', orShift: true } as const satisfies Audience;
const DOOR_PAGE = { ...AT_THE_DOOR, orEndedShift: true } as const satisfies Audience;

/** Without a session where no shift is in force now. `exit`: whoever is there by a shift alone has no panel. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ session: DoorSession | null; isShiftToCome: boolean; nonce: string; exit: string }> {
  const { deps, actor } = context.get(requestContext);
  const { reach } = requireHandOnPage({ actor, request, audience: DOOR_PAGE });
  const isOpen = reach?.eventIds.length !== 0;
  return { session: isOpen ? await openDoor(deps, scannerOf(actor)) : null, isShiftToCome: !isOpen && (await hasShiftToCome(deps, actor)), nonce: deps.ids.uuid(), exit: hasRight(actor, 'door') ? '/admin' : '/torns' };
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
  requireHandOnPage({ actor, request, audience: AT_THE_DOOR });
  const form = await readForm(request);
  const eventId = parseEventId(textOf(form, 'eventId'));
  const door = doorRequest(scannerOf(actor), { eventId, device: null });
  const mode = readMode(form.get('mode'));
  const [ticketId, nonce] = [textOf(form, 'ticketId'), textOf(form, 'nonce')];
  if (form.get('intent') === 'use') {
    const answer = await (mode === 'serve' ? serveDishes(deps, door, { ticketId, nonce, places: null }) : admitTicket(deps, door, { ticketId, nonce, direction: mode }));
    return data({ answer, step: 'result', eventId, mode });
  }
  const verify = mode === 'serve' ? verifyDishes : verifyTicket;
  return data({ answer: await verify(deps, door, { text: textOf(form, 'qrData'), source: 'typed' }), step: 'preview', eventId, mode });
}
