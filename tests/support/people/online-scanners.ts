import { cookieOf, DEMO_PASSWORD } from './buyers.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

/** What the doorkeeper of the cast, who signs in for it, is told of a ticket at a running server. */
export async function admitOnline(url: string, ticketId: string): Promise<unknown> {
  const login = await fetch(`${url}/api/session`, { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ email: 'porta@comboi.test', password: DEMO_PASSWORD }) });
  const body = JSON.stringify({ ticketId, nonce: crypto.randomUUID(), device: 'Porta 1 · d1' });
  return (await fetch(`${url}/api/tickets/use`, { method: 'POST', headers: { ...JSON_BODY, Cookie: cookieOf(login.headers) }, body })).json();
}
