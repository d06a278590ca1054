import { browserNow } from '#app/design/ui/browser-facts.ts';

import { changeUnanswered, findUnanswered, type SaleAnswer, type UnansweredSale } from './unanswered-sales.ts';

/** A retry may still sell: after this time the buyer may be gone, and a person decides. */
const AUTOMATIC_RETRY_MS = 10 * 60_000;
const TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

export function isTooOld({ sentAt }: UnansweredSale): boolean {
  return browserNow() - sentAt > AUTOMATIC_RETRY_MS;
}

/** One tab at a time sends a sale. Plain http lacks `navigator.locks`: several tabs may send then, with the same result. */
export async function whileSole<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  return 'locks' in navigator ? navigator.locks.request(`comboi-till-sale-${key}`, work) : work();
}

/** Waits for the sending tab to finish or close, then retries until there is an answer. */
export async function askUntilAnswered(key: string, signal: AbortSignal): Promise<void> {
  await whileSole(key, async () => {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
      const sale = findUnanswered(key);
      if (sale === null || sale.answer !== null) return;
      if (!sale.isLost) changeUnanswered(key, { isLost: true });
      if (isTooOld(sale)) return;
      const answer = await ask(sale, signal);
      if (answer !== null) {
        changeUnanswered(key, { answer });
        return;
      }
      await untilNextTry(pause, signal);
    }
  });
}

/** Null: no answer yet. */
async function ask({ sessionId, key, body }: UnansweredSale, signal: AbortSignal): Promise<SaleAnswer | null> {
  try {
    const response = await fetch(`/api/admin/till/sessions/${sessionId}/sales`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return saleAnswerFrom(response.status, await response.json());
  } catch {
    return null;
  }
}

export function saleAnswerFrom(status: number, body: unknown): SaleAnswer | null {
  if (typeof body !== 'object' || body === null) return null;
  if (status === 201 && 'orderId' in body && typeof body.orderId === 'string') return { outcome: 'sold', orderId: body.orderId };
  // An error of a proxy, an overloaded server or an ended session decides nothing about the sale.
  if (status < 400 || status === 401 || status === 429 || status >= 500 || !('code' in body) || !('message' in body)) return null;
  if (typeof body.message !== 'string' || body.code === 'TILL_CLOSING') return null;
  return body.code === 'FORBIDDEN' ? { outcome: 'unknown' } : { outcome: 'refused', problem: body.message };
}

async function untilNextTry(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const ended = new AbortController();
    const go = (): void => {
      ended.abort();
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
    window.addEventListener('online', go, { signal: ended.signal });
    signal.addEventListener('abort', go, { signal: ended.signal });
  });
}
