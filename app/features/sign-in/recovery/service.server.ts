import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { hashPassword } from '#app/platform/adapters/password-hashing.server.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import type { PasswordProblem } from '#app/domain/people/password.ts';
import { enqueueMail, enqueueMails, type RenderedMail, type MailToWrite } from '#app/features/mail/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { newPasswordProblem } from '../password/service.server.ts';
import { inHashingQueue } from '../session/hashing-queue.server.ts';
import { traceAccount } from '../trace/service.server.ts';
import { knownBrowserCookie } from '../session/known-browser.server.ts';
import {
  type StandingCode,
  upsertCodes,
  selectCode,
  selectRecoverable,
  selectUserName,
  takeEmailedCode,
} from './store.server.ts';
import { codeFor, hashOfCode, readToken, type RecoveryClaims, recoveryUrl } from './recovery-token.server.ts';
import { deleteSessions } from '../session/store.server.ts';
import { markEmailVerified, setPassword } from '../store.server.ts';

const HOUR_MS = 60 * 60_000;
/** Shown on the screen and in the mail (spec §2). */
const LINK_LIFE_MS = 24 * HOUR_MS;
const INVITATION_LIFE_MS = 7 * 24 * HOUR_MS;

/** Answer and timing are the same whether the address has an account or not, and beyond the limits too. */
export async function askForReset(deps: Deps, request: { email: string; network: string; limits: RateLimits }): Promise<void> {
  const email = parseEmailAddress(request.email);
  if (email === null) return;
  const waits = await Promise.all([request.limits.take('reset_mail_of_address', request.network), request.limits.take('reset_mail_of_account', email)]);
  const isTooMany = waits.some((wait) => wait !== null);
  const now = deps.clock.now();
  await deps.db.inTransaction(async (tx) => {
    const user = await selectRecoverable(tx, email);
    if (user === null || isTooMany) return;
    await sendLinks(tx, deps, { kind: 'password_reset', to: [{ userId: user.id, email: user.email }], lifeMs: LINK_LIFE_MS, now });
    await writeAudit(tx, { at: now, actor: 'visitor', action: 'user.asked_for_reset', subject: 'user', subjectId: user.id });
  });
}

/** Runs in the transaction that creates the accounts. */
export async function enqueueInvitations(tx: Tx, deps: Deps, users: readonly Addressee[]): Promise<void> {
  await sendLinks(tx, deps, { kind: 'invitation', to: users, lifeMs: INVITATION_LIFE_MS, now: deps.clock.now() });
}

/** Both are told: the new one by a link that proves its mailbox, and takes the place of those that went to the old one. */
export async function notifyAddressChange(tx: Tx, deps: Deps, change: { userId: string; from: string; to: string }): Promise<void> {
  const now = deps.clock.now();
  await sendLinks(tx, deps, { kind: 'address_confirm', to: [{ userId: change.userId, email: change.to }], lifeMs: INVITATION_LIFE_MS, now });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'address_changed', cause: 'account', orderId: null, recipient: change.from, now });
}

/** Printed at the terminal, so it proves no mailbox. */
export async function linkForTerminal(deps: Deps, userId: string): Promise<string> {
  const now = deps.clock.now();
  const code = codeFor(deps, deps.ids.uuid());
  const expiresAt = new Date(now.getTime() + LINK_LIFE_MS);
  await deps.db.inTransaction((tx) => upsertCodes(tx, [{ userId, codeHash: hashOfCode(code) }], { expiresAt, now }));
  return recoveryUrl(deps, { userId, code, mailed: false, createdAt: now, expiresAt });
}

interface Addressee {
  userId: string;
  email: string;
}

interface LinksToSend {
  kind: 'password_reset' | 'invitation' | 'address_confirm';
  to: readonly Addressee[];
  lifeMs: number;
  now: Date;
}

async function sendLinks(tx: Tx, deps: Deps, { kind, to, lifeMs, now }: LinksToSend): Promise<void> {
  const expiresAt = new Date(now.getTime() + lifeMs);
  const links = await Promise.all(
    to.map(async ({ userId, email }) => {
      const mailId = deps.ids.uuid();
      return { mailId, email, userId, codeHash: hashOfCode(codeFor(deps, mailId)) };
    }),
  );
  await upsertCodes(tx, links, { expiresAt, now });
  await enqueueMails(tx, links.map(({ mailId, email }) => ({ id: mailId, kind, cause: 'account', orderId: null, recipient: email, now })));
}

export type LinkState = 'usable' | 'malformed' | 'expired' | 'invalid' | 'used';

/** `newcomer`: the name of an invited user without a password. */
export async function judgeLink(deps: Deps, token: string): Promise<{ state: LinkState; newcomer: string | null }> {
  const link = await readLink(deps, token);
  return { state: link.state, newcomer: link.state === 'usable' && !link.owner.hasPassword ? link.owner.name : null };
}

type ReadLink = { state: 'usable'; claims: RecoveryClaims; owner: StandingCode } | { state: Exclude<LinkState, 'usable'> };

async function readLink(deps: Deps, token: string): Promise<ReadLink> {
  const read = await readToken(deps, token);
  if (read.outcome !== 'read') return { state: read.outcome };
  const { userId, code } = read.claims;
  const owner = await selectCode(deps.db.query, { userId, codeHash: hashOfCode(code), now: deps.clock.now() });
  return owner === null ? { state: 'used' } : { state: 'usable', claims: read.claims, owner };
}

type ResetOutcome =
  /** `cookie` marks the browser as known; null for a link that did not come by mail. */
  | { outcome: 'reset'; cookie: string | null; email: string; newcomer: string | null }
  | { outcome: 'refused_password'; problem: PasswordProblem }
  | { outcome: 'refused_link'; state: Exclude<LinkState, 'usable'> }
  | { outcome: 'busy' };

/** Ends every session of the account and opens none. */
export async function resetPassword(deps: Deps, { token, password }: { token: string; password: string }): Promise<ResetOutcome> {
  // Before the slow hashing, so that a used link costs nothing.
  const link = await readLink(deps, token);
  if (link.state !== 'usable') return { outcome: 'refused_link', state: link.state };
  const problem = await newPasswordProblem(deps, { password, owner: link.owner });
  if (problem !== null) return { outcome: 'refused_password', problem };
  const { userId, code, mailed } = link.claims;

  const hash = await inHashingQueue(null, () => hashPassword(password));
  if (hash === null) return { outcome: 'busy' };
  const now = deps.clock.now();
  const cookie = mailed ? await knownBrowserCookie(deps, link.owner.email) : null;
  return deps.db.inTransaction(async (tx): Promise<ResetOutcome> => {
    const user = await takeEmailedCode(tx, { userId, codeHash: hashOfCode(code), now });
    if (user === null) return { outcome: 'refused_link', state: 'used' };
    await setPassword(tx, { userId, hash, now });
    await deleteSessions(tx, userId, { keep: null });
    if (mailed) await markEmailVerified(tx, userId, now);
    await enqueueNotice(tx, deps, user.email);
    await traceAccount(deps, tx, { event: 'user.password_reset', userId });
    return { outcome: 'reset', cookie, email: user.email, newcomer: link.owner.hasPassword ? null : user.name };
  });
}

export async function enqueueNotice(tx: Tx, deps: Deps, email: string): Promise<void> {
  const now = deps.clock.now();
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'password_changed', cause: 'account', orderId: null, recipient: email, now });
}

/** Null when the link was used or replaced before the mail left. */
export async function renderLinkMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const user = await selectRecoverable(deps.db.query, mail.recipient);
  if (user === null) return null;
  const code = codeFor(deps, mail.id);
  const standing = await selectCode(deps.db.query, { userId: user.id, codeHash: hashOfCode(code), now: deps.clock.now() });
  if (standing === null) return null;
  const url = await recoveryUrl(deps, { userId: user.id, code, mailed: true, createdAt: standing.createdAt, expiresAt: standing.expiresAt });
  const { invitationMailTemplate, newAddressMailTemplate, resetMailTemplate } = await import('../mails/link-mail.server.tsx');
  const template = mail.kind === 'invitation' ? invitationMailTemplate : mail.kind === 'address_confirm' ? newAddressMailTemplate : resetMailTemplate;
  return { ...(await template({ name: user.name, url }, await deps.settings.current())), attachments: [] };
}

export async function renderAddressChangedMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail> {
  const { addressChangedMailTemplate } = await import('../mails/address-changed-mail.server.ts');
  return { ...(await addressChangedMailTemplate({ changedAt: mail.createdAt, siteUrl: deps.env.publicUrl.href }, await deps.settings.current())), attachments: [] };
}

export async function renderPasswordChangedMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const user = await selectUserName(deps.db.query, mail.recipient);
  if (user === null) return null;
  const { passwordChangedMailTemplate } = await import('../mails/password-changed-mail.server.ts');
  const forgotUrl = new URL('/forgot-password', deps.env.publicUrl).href;
  return { ...(await passwordChangedMailTemplate({ name: user.name, changedAt: mail.createdAt, forgotUrl }, await deps.settings.current())), attachments: [] };
}
