import type { Deliver } from './sandbox-events.server.ts';

const TIMEOUT_MS = 10_000;

export function deliverOverHttp(at: { host: string; port: number }): Deliver {
  const everyInterface: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host = everyInterface[at.host] ?? (at.host.includes(':') ? `[${at.host}]` : at.host);
  return async ({ body, signature }) => {
    const response = await fetch(`http://${host}:${at.port}/api/payments/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  };
}
