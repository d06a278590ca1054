import type { RefusedOrder } from '#app/domain/cart/checkout-banner.ts';

export type Answer<Value> = ServerTime & ({ ok: true; value: Value } | { ok: false; refusal: RefusedOrder });

/** By the server's clock: a phone's may be wrong. Null where it told none. */
interface ServerTime {
  serverDay: string | null;
  /** Epoch milliseconds. */
  serverNow: number | null;
}

/** Longer than the payment provider may take. */
const TIMEOUT_MS = 20_000;

export async function callApi<Value>(path: string, init: RequestInit = {}): Promise<Answer<Value>> {
  try {
    const response = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    // A proxy answers errors with a page of its own, not JSON.
    const body = response.ok ? parsed(text) : parsedOr(text, null);
    const time = serverTime(response.headers.get('Date'));
    // The shape is the server's own schema, so it is not checked again.
    if (response.ok) return { ok: true, value: body as Value, ...time };
    return { ok: false, refusal: refusalOf(response, body), ...time };
  } catch {
    return { ok: false, refusal: { code: 'UNREACHABLE', message: '' }, ...serverTime(null) };
  }
}

function parsed(text: string): unknown {
  return text === '' ? null : JSON.parse(text);
}

function parsedOr(text: string, otherwise: unknown): unknown {
  try {
    return parsed(text);
  } catch {
    return otherwise;
  }
}

function refusalOf(response: Response, body: unknown): RefusedOrder {
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  const apiError = typeof body === 'object' && body !== null && 'code' in body ? (body as RefusedOrder) : null;
  const isBusy = response.status === 503 || response.status === 429;
  return { ...(apiError ?? { code: isBusy ? 'BUSY' : 'INTERNAL_ERROR', message: '' }), retryAfterSeconds };
}

function serverTime(httpDate: string | null): ServerTime {
  const instant = Date.parse(httpDate ?? '');
  return Number.isNaN(instant) ? { serverDay: null, serverNow: null } : { serverDay: MADRID_DAY.format(instant), serverNow: instant };
}

/** en-CA writes YYYY-MM-DD. */
const MADRID_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid', year: 'numeric', month: '2-digit', day: '2-digit' });
