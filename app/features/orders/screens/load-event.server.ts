import { data, type LoaderFunctionArgs } from 'react-router';

import { roleOf } from '#app/domain/actor.ts';
import { findEvent } from '#app/features/events/service.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';

import type { EventForOrder, EventRefusal } from './event-for-order.ts';

/** PostgreSQL's integer ends here; larger ids are simply not there. */
const LARGEST_ID = 2_147_483_647;

/** The event of the address, for whoever asks. Not there, not theirs and not a number look the same: 404. */
export async function loadEventForOrder({ params, context }: LoaderFunctionArgs): Promise<EventForOrder> {
  const { app, actor } = context.get(requestContext);
  const id = /^[1-9]\d{0,9}$/.test(params['eventId'] ?? '') ? Number(params['eventId']) : 0;
  const event = id >= 1 && id <= LARGEST_ID ? await findEvent(app, actor, id) : null;
  if (event === null) throw data<EventRefusal>({ signedIn: actor.kind === 'user' }, { status: 404 });
  const account = actor.kind === 'user' ? { email: actor.email, name: actor.name } : null;
  return { event, viewer: { role: roleOf(actor), account }, paying: { pageMs: app.env.hold.sessionMs, sums: app.payments.payable } };
}
