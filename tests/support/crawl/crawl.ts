import { CALLS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';

import { anEvent } from '../app/events.ts';
import { addressesOfPages } from '../app/site-pages.ts';
import type { TestApp } from '../app/test-app.ts';
import { aPlacedOrder, cookieOf, sessionOf } from '../people/buyers.ts';
import { cookiesOfReaders, type Reader, READERS, secretThings } from './readers.ts';
import { anEndlessBody, aTrap, FOREIGN_REQUESTS, RECOVERY_LINKS, withTrap } from './senders.ts';
import type { Answer, Check, CrawledSite, Route, Visit } from './visit.ts';

const WHOLE_READERS: readonly Reader[] = ['anonymous', 'socio', 'admin'];

/** What ends a session comes last. */
export const ROUTES: readonly Route[] = [...PAGES, ...CALLS].toSorted((one, other) => Number(endsSession(one)) - Number(endsSession(other)));

export function titleOf(route: Route): string {
  return 'screen' in route ? `the page ${route.path}` : `the call ${route.method} ${route.path}`;
}

function endsSession(route: Route, method: string = 'screen' in route ? 'POST' : route.method): boolean {
  return ['POST /logout', 'DELETE /api/session'].includes(`${method} ${route.path}`);
}

export async function aCrawledSite(app: TestApp): Promise<CrawledSite> {
  const cookies = await cookiesOfReaders(app);
  const secrets = await secretThings(app);
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event });
  const waiting = { ...secrets, eventId: String(event.id), orderId: placed.orderId, paymentId: sessionOf(placed) };
  const whole = await addressesOfPages(app, cookies.admin);
  return { app, cookies, trap: await aTrap(), waitingOrderId: placed.orderId, addressOf: { whole, secret: (path) => fillPath(path, secrets), waiting: (path) => fillPath(path, waiting) } };
}

export function fillPath(path: string, names: Readonly<Record<string, string>>): string {
  return path.replace('*', 'no/such/page').replaceAll(/:(\w+)\??/g, (_, name: string) => names[name] ?? 'x');
}

function visitsTo(route: Route, { addressOf, trap }: CrawledSite): Visit[] {
  const isPage = 'screen' in route;
  const methods = isPage ? ['GET', 'POST'] : [route.method];
  const [whole, path, waiting] = [addressOf.whole(route.path), addressOf.secret(route.path), addressOf.waiting(route.path)];
  const paths = isPage ? [path, path === '/' ? '/_.data' : `${path}.data`] : [path];
  const requests = methods.filter((method) => !endsSession(route, method)).flatMap((method) => paths.map((at) => ({ method, path: at })));
  const others = (isPage ? ['HEAD', 'OPTIONS'] : ['GET', 'HEAD', 'POST', 'OPTIONS']).filter((method) => !methods.includes(method));
  const changes = methods.filter((method) => method !== 'GET');
  return [
    ...(isPage && whole !== path ? WHOLE_READERS : []).map((reader): Visit => ({ route, reader, method: 'GET', path: whole, isDeclared: true, isWhole: true })),
    ...requests.flatMap((request) => READERS.map((reader): Visit => ({ route, reader, ...request, isDeclared: true, isWhole: isPage && request.method === 'GET' && request.path === whole && WHOLE_READERS.includes(reader) }))),
    ...others.map((method): Visit => ({ route, reader: 'anonymous', method, path })),
    ...(isPage && path !== '/reset-password' ? RECOVERY_LINKS : []).map((query): Visit => ({ route, reader: 'anonymous', method: 'GET', path: `${path}?${query}` })),
    ...changes.flatMap((method) => FOREIGN_REQUESTS.map((request): Visit => ({ route, reader: 'anonymous', method, path: waiting, ...request }))),
    ...changes.map((method): Visit => ({ route, reader: 'admin', method, path, ...anEndlessBody() })),
    ...methods.slice(-1).map((method) => withTrap({ route, reader: 'admin', method, path }, trap)),
  ];
}

async function send({ app, cookies }: CrawledSite, { route, reader, sender, method, path, headers, body }: Visit): Promise<Answer> {
  const writes = sender === undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const [type, short] = 'screen' in route ? ['application/x-www-form-urlencoded', 'x=1'] : ['application/json', '{}'];
  const sent = { ...(cookies[reader] !== '' && { Cookie: cookies[reader] }), ...(writes && { 'Content-Type': type }), ...headers };
  const request = { method, duplex: 'half', headers: sent, body: body ?? (writes && method !== 'DELETE' ? short : null) };
  const response = await app.ask(path, request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What one check says of one answer. */
export interface Finding {
  title: string;
  complaints: string[];
}

/** Asks a page or call once as each reader and sender, and each check about each answer. */
export async function crawl(site: CrawledSite, { route, checks }: { route: Route; checks: readonly { title: string; check: Check }[] }): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = async (visit: Visit, answer: Answer): Promise<void> => {
    for (const { title, check } of checks) {
      const complaints = await check(visit, answer, site);
      if (complaints !== null) findings.push({ title, complaints: complaints.map((what) => [title, visit.sender ?? visit.reader, `${visit.method} ${visit.path.slice(0, 100)}`, what].join(' · ')) });
    }
  };
  for (const visit of visitsTo(route, site)) {
    const answer = await send(site, visit);
    const location = visit.isWhole === true ? answer.headers.get('location') : null;
    await note({ ...visit, isWhole: visit.isWhole === true && location === null }, answer);
    if (location === null) continue;
    const landing: Visit = { ...visit, isDeclared: false, path: location, headers: { Cookie: `${site.cookies[visit.reader]}; ${cookieOf(answer.headers)}` } };
    await note(landing, await send(site, landing));
  }
  return findings;
}
