import type { RefusedOrder } from '#app/domain/cart/checkout-banner.ts';

export type Answer<Value> = { ok: true; value: Value; serverDay: string | null } | { ok: false; refusal: RefusedOrder; serverDay: string | null };

/** Longer than the payment provider may take. */
const TIMEOUT_MS = 20_000;

export async function callApi<Value>(path: string, init: RequestInit = {}): Promise<Answer<Value>> {
  try {
    const response = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    // A proxy answers errors with a page of its own, not JSON.
    const body = response.ok ? parsed(text) : parsedOr(text, null);
    const serverDay = dayInMadrid(response.headers.get('Date'));
    // The shape is the server's own schema, so it is not checked again.
    if (response.ok) return { ok: true, value: body as Value, serverDay };
    return { ok: false, refusal: refusalOf(response, body), serverDay };
  } catch {
    return { ok: false, refusal: { code: 'UNREACHABLE', message: '' }, serverDay: null };
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

/** By the server's clock: a phone's may be wrong. */
function dayInMadrid(httpDate: string | null): string | null {
  const instant = Date.parse(httpDate ?? '');
  return Number.isNaN(instant) ? null : MADRID_DAY.format(instant);
}

/** en-CA writes YYYY-MM-DD. */
const MADRID_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid', year: 'numeric', month: '2-digit', day: '2-digit' });
