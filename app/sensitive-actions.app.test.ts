import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isSensitive, type Touch } from '#app/domain/people/session/recent-password.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder } from '#tests/support/people/buyers.ts';
import { declaredActions } from '#tests/support/forms/declared-actions.ts';
import { aDataRequest } from '#tests/support/app/data-requests.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { CALLS } from './features.server.ts';

const LATER_MS = 15 * 60_000 + 1000;

interface TouchingAction {
  name: string;
  touches: Touch | undefined;
}

const STAFF_CALLS = CALLS.filter(({ audience }) => typeof audience === 'object');

/** Whoever holds these rights moves money, tickets or people; an editor writes what the site shows, the door lets in who has a ticket. */
const WEIGHTY = ['admin', 'till'];

const CALL_TOUCHES: TouchingAction[] = CALLS.filter(({ touches }) => touches !== undefined).map(({ method, path, touches }) => ({ name: `${method} ${path}`, touches }));
const ACTIONS = declaredActions();
const ACTION_TOUCHES: TouchingAction[] = ACTIONS.flatMap(({ page, declared }) => Object.entries(declared?.touches ?? {}).map(([intent, touches]) => ({ name: nameOf(page, intent), touches: touches as Touch })));
const TOUCHES = [...CALL_TOUCHES, ...ACTION_TOUCHES];
const ALONE = ACTIONS.filter(({ asksPassword }) => asksPassword).map(({ page }) => page);

function nameOf(page: string, intent: string): string {
  return intent === '*' ? page : `${page} · ${intent}`;
}

const sensitiveNames = (): string[] => [...TOUCHES.filter(({ touches }) => isSensitive(touches)).map(({ name }) => name), ...ALONE];

describe('what is sensitive', () => {
  test('every action of who moves money, tickets or people says what it touches', () => {
    const silentCalls = STAFF_CALLS.filter(({ method, audience, touches }) => method !== 'GET' && typeof audience === 'object' && WEIGHTY.includes(audience.right) && touches === undefined);
    expect(silentCalls.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const silentIntents = ACTIONS.flatMap(({ page, intents, declared }) =>
      declared === null || !WEIGHTY.includes(declared.right) ? [] : (intents.length === 0 ? ['*'] : intents).filter((intent) => declared.touches[intent] === undefined).map((intent) => nameOf(page, intent)),
    );
    expect(silentIntents).toEqual([]);
    expect(ACTION_TOUCHES.length).toBeGreaterThan(30);
  });

  test('a list of everybody is sensitive: each file of the staff, and each call that is read page by page', () => {
    const lists = STAFF_CALLS.filter(({ method, path, openapi }) => method === 'GET' && !path.endsWith('/template.csv') && (/\.(csv|xlsx)$/.test(path) || JSON.stringify(openapi ?? {}).includes('"name":"cursor"')));
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.filter(({ touches }) => touches !== 'everybody').map(({ path }) => path)).toEqual([]);
  });

  test.each<[string, RegExp, Touch]>([
    ['an account', /^\/admin\/users\/.* · (invite|disable|enable|end-sessions|delete)$|^\/admin\/users\/new$/, 'person'],
    ['what somebody may do', /^\/admin\/users\/.* · (role|rights|reset-second-factor)$|^POST .*evening-passes$|^\/admin\/passes · make$/, 'right'],
    ['money that goes back', /refund|give-back|events\/.*withdraw|events\/plans|· settle$/, 'money'],
    ["somebody else's tickets", /^POST .*orders.*\/(cancel|email)$|· (cancel|address|end-tickets)$|dishes|plats/, 'tickets'],
  ])('%s is sensitive by its name', (_what, names, touches) => {
    const named = TOUCHES.filter(({ name }) => names.test(name));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((one) => one.touches !== touches)).toEqual([]);
  });

  test('a sale, a scan and what else a running till or door does is not', () => {
    const running = TOUCHES.filter(({ name }) => /\/sales$|\/sessions$|\/movements$|scans$/.test(name));
    expect(running.length).toBeGreaterThan(3);
    expect(running.filter(({ touches }) => isSensitive(touches))).toEqual([]);
  });

  test('is listed in the page on security, all of it and nothing else', () => {
    const [, table = ''] = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8').split('## What asks for the password again');
    const listed = [...table.matchAll(/^\| (?:`[^`]+`(?:<br>)?)+ \|/gm)].flatMap(([cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    expect(listed.toSorted()).toEqual(sensitiveNames().toSorted());
  });
});

describe('an admin whose password was typed a quarter of an hour ago', () => {
  let app: TestApp;
  let cookie: string;
  let eventId: number;
  let requestId: string;
  beforeAll(async () => {
    app = await aTestApp();
    cookie = await login(app, await aMember(app, { role: 'admin' }));
    const event = await anEvent(app);
    // With a ticket sold it can't be deleted by one of the actions.
    await aPaidOrder(app, { event });
    eventId = event.id;
    requestId = await aDataRequest(app);
    app.clock.advance(LATER_MS);
  });
  afterAll(() => app.close());

  const filled = (path: string): string => path.replace(':requestId', requestId).replaceAll(/:eventId\??|:id\b/g, String(eventId)).replaceAll(/:\w+\??/g, '7b0c1a52-6d0f-4a3b-9a60-2f6f0f4d1c11');

  test.each(CALL_TOUCHES.map(({ name, touches }) => [name, isSensitive(touches)] as const))('%s asks for it: %s', async (name, isRequired) => {
    const [method, path] = name.split(' ');
    const answer = await app.ask(filled(path!), { method: method!, headers: { Cookie: cookie, 'Content-Type': 'application/json' }, ...(method !== 'GET' && { body: '{}' }) });
    const text = await answer.text();
    expect([answer.status, text.includes('PASSWORD_NEEDED')]).toEqual(isRequired ? [403, true] : [answer.status, false]);
  });

  test.each(ACTIONS.flatMap(({ page, isPanel, declared }) => Object.entries(declared?.touches ?? {}).map(([intent, touches]) => [page, intent, isSensitive(touches as Touch), isPanel] as const)))('%s · %s asks for it: %s', async (page, intent, isRequired, isPanel) => {
    const path = filled(page);
    const answer = await app.ask(`${path}.data${isPanel ? '?index' : ''}`, { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ intent }) });
    expect((await answer.text()).includes('hasPasskey')).toBe(isRequired);
  });

  test.each(['/admin/tickets?cursor=x', '/admin/users?page=2', '/admin/mails?estat=all&page=2'])('pages through everybody no further than the first page: %s', async (behind) => {
    expect((await app.ask(behind.replace(/[?&](cursor|page)=.$/, ''), { headers: { Cookie: cookie } })).status).toBe(200);
    const { status, headers } = await app.ask(behind, { headers: { Cookie: cookie } });
    expect([status, headers.get('Location')]).toEqual([303, `/confirma-contrasenya?next=${encodeURIComponent(behind)}`]);
  });
});
