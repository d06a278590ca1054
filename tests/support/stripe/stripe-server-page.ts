import type { ServerResponse } from 'node:http';

import type { StripeServer } from './stripe-server.ts';

/** The hosted page: plain HTML, a form per button, as somebody else's house would have them. */
export async function hostedPage(server: StripeServer, visit: { url: URL; method: string; body: string; response: ServerResponse }): Promise<void> {
  const { response } = visit;
  const id = visit.url.pathname.split('/').at(-1) ?? '';
  const session = server.ledger.sessions.get(id);
  if (!session) {
    response.writeHead(404).end();
    return;
  }
  if (visit.method === 'POST') {
    const action = new URLSearchParams(visit.body).get('action');
    if (action === 'pay' || action === 'delayed') await server.pay(id, { method: action === 'pay' ? 'card' : 'delayed' });
    if (action === 'decline') await server.decline(id);
    const to = action === 'cancel' ? session.cancelUrl : action === 'decline' ? `${visit.url.pathname}?declined=1` : session.successUrl;
    response.writeHead(303, { Location: to }).end();
    return;
  }
  const button = (action: string, text: string): string => `<form method="post"><input type="hidden" name="action" value="${action}"><button>${text}</button></form>`;
  const lines = session.lines.map((line) => `<li>${escaped(line.name)} — ${escaped(line.description ?? '')} — ${(line.amount / 100).toFixed(2)}</li>`).join('');
  const buttons = session.status === 'open' ? [button('pay', 'Pay'), button('delayed', 'Pay by bank'), button('decline', 'Pay with a card that is declined'), button('cancel', 'Back')].join('') : `<p>This page is ${session.status}</p>`;
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="${escaped(session.locale ?? 'en')}"><title>Checkout</title><h1>${(session.amount / 100).toFixed(2)} ${escaped(session.currency)}</h1>` +
      `<p>${escaped(session.email ?? '')}</p><ul>${lines}</ul>${visit.url.searchParams.has('declined') ? '<p role="alert">Your card was declined.</p>' : ''}${buttons}</html>`,
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
