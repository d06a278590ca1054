import { type ActionFunctionArgs, data } from 'react-router';

import { REFUSALS } from '#app/domain/api-error.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { enterCode, withoutCode } from '#app/features/vouchers/link/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

export interface VoucherReply {
  problem: string | null;
  /** A key of a hidden event, which takes nothing off. */
  opened: boolean;
}

/** The code is kept by the browser in a cookie that no script reads, and the page is read anew with its prices. */
export async function enterVoucher({ request, params, context }: ActionFunctionArgs): Promise<ReturnType<typeof data<VoucherReply>>> {
  const { deps, address, limits } = context.get(requestContext);
  const eventId = parseEventId(params['eventId'] ?? '');
  const form = await readForm(request);
  if (eventId === null) throw data(null, { status: 404 });
  if (form.get('intent') === 'forget') return data({ problem: null, opened: false }, { headers: { 'Set-Cookie': withoutCode(deps, eventId) } });
  const sent = form.get('voucher');
  const typed = typeof sent === 'string' ? sent : '';
  if (typed.trim() === '') return data({ problem: 'Escriu el codi', opened: false }, { status: 422 });
  try {
    const entered = await enterCode(deps, { typed, eventId, network: address, limits });
    if (entered === null) return data({ problem: REFUSALS.VOUCHER_NOT_FOUND.message, opened: false }, { status: 422 });
    return data({ problem: null, opened: entered.isKey }, { headers: { 'Set-Cookie': entered.cookie } });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'RATE_LIMITED') throw error;
    const seconds = error.details.retryAfterSeconds ?? 60;
    return data({ problem: `Massa codis seguits. Espera ${Math.ceil(seconds / 60)} minuts i torna-ho a provar`, opened: false }, { status: 429, headers: { 'Retry-After': String(seconds) } });
  }
}
