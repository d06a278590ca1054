import { data, type LoaderFunctionArgs, redirect } from 'react-router';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { UNKNOWN_CODE } from '#app/domain/vouchers/voucher-code.ts';
import { ANY_EVENT, enterCode } from '#app/features/vouchers/link/service.server.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

/** `?codi=`: the browser gets a cookie for it and an address without it, before anything is shown. */
export async function takeCodeOfLink({ params, url, context }: LoaderFunctionArgs): Promise<void> {
  const typed = url.searchParams.get('codi');
  const eventId = params['eventId'] === undefined ? ANY_EVENT : parseEventId(params['eventId']);
  if (typed === null || eventId === null) return;
  const { deps, address, limits } = context.get(requestContext);
  const entered = await enterCode(deps, { typed, eventId, network: address, limits }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'RATE_LIMITED') throw data(null, { status: 429, headers: { 'Retry-After': String(error.details.retryAfterSeconds ?? 60) } });
    throw error;
  });
  const rest = new URLSearchParams(url.searchParams);
  rest.delete('codi');
  if (entered === null) rest.set('avis', UNKNOWN_CODE);
  const search = rest.size === 0 ? '' : `?${rest.toString()}`;
  throw redirect(`${eventId === ANY_EVENT ? '/codi' : `/order/${eventId}`}${search}`, { headers: { ...PRIVATE_LINK, ...(entered !== null && { 'Set-Cookie': entered.cookie }) } });
}
