import { createHash } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';
import { isPasswordRecent } from '#app/domain/people/session/recent-password.ts';
import { enqueueMail, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isKnownAddress, selectAccountState } from '../requests/store.server.ts';
import { readMyDataCookie } from './cookies.server.ts';
import { insertDataLink, selectDataLinkEmail, takeDataLink } from './store.server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LINK_LIFE_MS = 24 * HOUR_MS;
const VIEW_LIFE_MS = HOUR_MS;
/** A double click counts as one use. */
const SAME_OPENING_MS = MINUTE_MS;

/** Looks nothing up, so that answer and timing are the same for all addresses; the outbox does later. */
export async function askForMyData(deps: Deps, request: { email: string; network: string; limits: RateLimits }): Promise<void> {
  const waits = await Promise.all([request.limits.take('my_data_mail_of_address', request.network), request.limits.take('my_data_mail_of_email', request.email)]);
  if (waits.some((wait) => wait !== null)) return;
  const now = deps.clock.now();
  await deps.db.inTransaction((tx) => enqueueMail(tx, { id: deps.ids.uuid(), kind: 'my_data', cause: 'account', orderId: null, recipient: request.email, now }));
}

/** Null when nothing is kept of the address. */
export async function renderMyDataMail(deps: Deps, { recipient }: MailToWrite): Promise<RenderedMail | null> {
  if (!(await isKnownAddress(deps.db.query, recipient))) return null;
  const { myDataMailTemplate } = await import('../mails/my-data-mail.server.tsx');
  const token = deps.ids.token();
  const now = deps.clock.now();
  await insertDataLink(deps.db.query, { tokenHash: hashOf('link', token), email: recipient, openedAt: null, expiresAt: new Date(now.getTime() + LINK_LIFE_MS), now });
  const link = new URL('/les-meues-dades/obrir', deps.env.publicUrl);
  link.searchParams.set('codi', token);
  return { ...(await myDataMailTemplate({ linkUrl: link.href }, await deps.settings.current())), attachments: [] };
}

/** Returns the browser's key, valid for an hour, and whose it is; null when the link is used, expired or unknown. */
export async function openDataLink(deps: Deps, token: string): Promise<{ key: string; email: string } | null> {
  const now = deps.clock.now();
  return deps.db.inTransaction(async (tx) => {
    const email = await takeDataLink(tx, { tokenHash: hashOf('link', token), now, repeatableSince: new Date(now.getTime() - SAME_OPENING_MS) });
    if (email === null) return null;
    const key = deps.ids.token();
    await insertDataLink(tx, { tokenHash: hashOf('view', key), email, openedAt: now, expiresAt: new Date(now.getTime() + VIEW_LIFE_MS), now });
    return { key, email };
  });
}

export interface DataSubject {
  email: string;
  by: { via: 'account'; userId: string } | { via: 'link' };
  /** Showed the mailbox or the password lately. */
  isProved: boolean;
}

/** Whose data this browser may see: of the mailbox that opened a link, else of the account. An account whose mailbox nobody confirmed is nobody's. */
export async function dataSubjectOf(deps: Deps, { actor, headers }: { actor: Actor; headers: Headers }): Promise<DataSubject | null> {
  const key = readMyDataCookie(headers, 'key', deps.env.publicUrl);
  const email = key === null ? null : await selectDataLinkEmail(deps.db.query, hashOf('view', key), deps.clock.now());
  if (email !== null) return { email, by: { via: 'link' }, isProved: true };
  if (actor.kind !== 'user') return null;
  const account = await selectAccountState(deps.db.query, actor.userId);
  if (account === null || !account.isVerified) return null;
  return { email: account.email, by: { via: 'account', userId: actor.userId }, isProved: isPasswordRecent(actor, deps.clock.now()) };
}

/** Hashed with its kind, so that a link's code is never valid as a browser's key. */
function hashOf(sort: 'link' | 'view', value: string): string {
  return createHash('sha256').update(`my data ${sort}\n${value}`).digest('hex');
}
