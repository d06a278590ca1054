import { createHash } from 'node:crypto';

import { enqueueMail, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { knownBrowserCookie } from '../session/known-browser.server.ts';
import { openSessionTx } from '../session/open-session.server.ts';
import { lockOpenable, markEmailVerified } from '../store.server.ts';
import { traceAccount } from '../trace/service.server.ts';
import { linkCookie, readLinkCookie } from './cookies.server.ts';
import { insertSignInLink, selectLinkedAccount, selectSignInLink, takeSignInLink } from './store.server.ts';

/** Said on the screens and in the mail. */
const LINK_LIFE_MS = 15 * 60_000;

/** Looks no account up: answer and timing are the same for all addresses, beyond the limits too. Returns the browser's cookie. */
export async function askForSignInLink(deps: Deps, request: { email: string; network: string; headers: Headers; limits: RateLimits }): Promise<string> {
  const { email, limits } = request;
  const browser = readLinkCookie(request.headers, 'browser', deps.env.publicUrl) ?? deps.ids.token();
  const waits = await Promise.all([limits.take('sign_in_link_of_address', request.network), limits.take('sign_in_link_of_account', email)]);
  if (waits.every((wait) => wait === null)) {
    const now = deps.clock.now();
    const mailId = deps.ids.uuid();
    await deps.db.inTransaction(async (tx) => {
      await insertSignInLink(tx, { codeHash: hashOf('code', codeOf(deps, mailId)), email, browserHash: hashOf('browser', browser), expiresAt: new Date(now.getTime() + LINK_LIFE_MS), now });
      await enqueueMail(tx, { id: mailId, kind: 'sign_in_link', cause: 'account', orderId: null, recipient: email, now });
    });
  }
  return linkCookie('browser', browser, deps.env.publicUrl);
}

/** Null where the address has no account, and once the link has expired or was used. */
export async function renderSignInLinkMail(deps: Deps, { id, recipient }: MailToWrite): Promise<RenderedMail | null> {
  const account = await selectLinkedAccount(deps.db.query, recipient);
  if (account === null) return null;
  const { passwordInsteadMailTemplate, signInLinkMailTemplate } = await import('../mails/link-mail.server.tsx');
  const site = await deps.settings.current();
  if (account.needsPassword) return { ...(await passwordInsteadMailTemplate({ name: account.name, url: new URL('/login', deps.env.publicUrl).href }, site)), attachments: [] };
  const code = codeOf(deps, id);
  if ((await selectSignInLink(deps.db.query, { codeHash: hashOf('code', code), now: deps.clock.now() })) === null) return null;
  const url = new URL('/login/entra', deps.env.publicUrl);
  url.searchParams.set('codi', code);
  return { ...(await signInLinkMailTemplate({ name: account.name, url: url.href }, site)), attachments: [] };
}

type JudgedSignInLink = { state: 'usable'; email: string; isSameBrowser: boolean } | { state: 'gone' };

/** Changes nothing: mail programs open links. */
export async function judgeSignInLink(deps: Deps, { code, headers }: { code: string; headers: Headers }): Promise<JudgedSignInLink> {
  const link = await selectSignInLink(deps.db.query, { codeHash: hashOf('code', code), now: deps.clock.now() });
  return link === null ? { state: 'gone' } : { state: 'usable', email: link.email, isSameBrowser: isSameBrowser(deps, headers, link.browserHash) };
}

type LinkSignInOutcome = { outcome: 'signed_in'; cookies: Headers } | { outcome: 'asks_first' | 'gone' | 'password_needed' };

/** `isConfirmed`: the person said yes to signing in here, in a browser that did not ask for the link. */
export async function signInByLink(deps: Deps, attempt: { code: string; headers: Headers; isConfirmed: boolean }): Promise<LinkSignInOutcome> {
  const { code, headers, isConfirmed } = attempt;
  return deps.db.inTransaction(async (tx): Promise<LinkSignInOutcome> => {
    const now = deps.clock.now();
    const which = { codeHash: hashOf('code', code), now };
    const link = await selectSignInLink(tx, which);
    if (link === null) return { outcome: 'gone' };
    if (!isConfirmed && !isSameBrowser(deps, headers, link.browserHash)) return { outcome: 'asks_first' };
    const found = await selectLinkedAccount(tx, link.email);
    // A change of the password takes the account's lock, and the links with it.
    if (found !== null) await lockOpenable(tx, found.id);
    if ((await takeSignInLink(tx, which)) === null) return { outcome: 'gone' };
    const account = await selectLinkedAccount(tx, link.email);
    if (account === null) return { outcome: 'gone' };
    if (account.needsPassword) return { outcome: 'password_needed' };
    const { cookie } = await openSessionTx(tx, deps, { userId: account.id, headers, by: 'link' });
    await markEmailVerified(tx, account.id, now);
    await traceAccount(deps, tx, { event: 'user.signed_in', userId: account.id, detail: { by: 'link' } });
    return {
      outcome: 'signed_in',
      cookies: new Headers([
        ['Set-Cookie', cookie],
        ['Set-Cookie', await knownBrowserCookie(deps, account.email)],
      ]),
    };
  });
}

function isSameBrowser(deps: Deps, headers: Headers, browserHash: string): boolean {
  const browser = readLinkCookie(headers, 'browser', deps.env.publicUrl);
  return browser !== null && hashOf('browser', browser) === browserHash;
}

/** Made of the mail's id: a mail that is sent again carries the same link, and no secret lies in the outbox. */
function codeOf({ keys }: Deps, mailId: string): string {
  return keys.sign('sign-in links', mailId);
}

function hashOf(sort: 'code' | 'browser', value: string): string {
  return createHash('sha256').update(`sign-in ${sort}\n${value}`).digest('hex');
}
