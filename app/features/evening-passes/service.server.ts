import { createHash } from 'node:crypto';

import type { Actor, EveningPass } from '#app/domain/people/actor.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import { type KeyReused, type MadeBefore, withSecretOnce } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { countEvents, insertPass, markRevoked, selectOpenPasses, selectPassByHash, selectPasses } from './store.server.ts';

const BEARER = /^Bearer ([A-Z2-7]{26})$/i;
const LONGEST_MS = 31 * 24 * 60 * 60_000;

export async function passOf(deps: Pick<Deps, 'doorDb' | 'clock'>, headers: Headers): Promise<{ pass: EveningPass; isOpen: boolean } | null> {
  const token = BEARER.exec(headers.get('authorization') ?? '')?.[1];
  return token === undefined ? null : selectPassByHash(deps.doorDb.query, hashOf(token.toUpperCase()), deps.clock.now());
}

/** Those of these passes that are open. */
export async function openPasses({ doorDb, clock }: Pick<Deps, 'doorDb' | 'clock'>, ids: readonly string[]): Promise<EveningPass[]> {
  return selectOpenPasses(doorDb.query, ids, clock.now());
}

/** A signed-in account takes precedence over an ended pass. */
export function withEndedPass(session: Actor, endedPass: EveningPass): Actor {
  return session.kind === 'user' && session.rights.includes('door') ? session : { kind: 'guest', visitor: null, endedPass };
}

interface NewPass {
  name: string;
  eventIds: readonly number[];
  expiresAt: Date;
}

type PassMade = { outcome: 'made'; id: string; token: string; url: string } | { outcome: 'no_such_event' | 'bad_expiry' };

/** The token is returned only here; the database holds its hash. */
export async function makePass(deps: Deps, admin: AdminId, { idempotencyKey: key, ...pass }: NewPass & { idempotencyKey: string | null }): Promise<PassMade | MadeBefore | KeyReused | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => withSecretOnce(tx, { key, scope: 'evening pass', request: [admin, pass], now }, async (): Promise<PassMade> => {
    const eventIds = [...new Set(pass.eventIds)];
    if (pass.expiresAt <= now || pass.expiresAt.getTime() - now.getTime() > LONGEST_MS) return { outcome: 'bad_expiry' };
    if ((await countEvents(tx, eventIds)) !== eventIds.length) return { outcome: 'no_such_event' };
    const id = deps.ids.uuid();
    const token = deps.ids.token();
    await insertPass(tx, { id, name: pass.name, tokenHash: hashOf(token), createdBy: admin, createdAt: now, expiresAt: pass.expiresAt }, eventIds);
    await audit({ action: 'pass.made', subject: 'evening_pass', subjectId: id });
    return { outcome: 'made', id, token, url: new URL(`/porta#${token}`, deps.env.publicUrl).href };
  }));
}

export async function revokePass(deps: Deps, admin: AdminId, passId: string): Promise<{ outcome: 'revoked' | 'not_found' } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'revoked' | 'not_found' }> => {
    if (!(await markRevoked(tx, passId, now))) return { outcome: 'not_found' };
    await audit({ action: 'pass.revoked', subject: 'evening_pass', subjectId: passId });
    return { outcome: 'revoked' };
  });
}

export interface ListedPass {
  id: string;
  name: string;
  events: string[];
  createdAt: string;
  expiresAt: string;
  state: 'open' | 'ended' | 'revoked';
}

export async function listPasses(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId): Promise<ListedPass[]> {
  const now = deps.clock.now();
  return (await selectPasses(deps.db.query)).map(({ revokedAt, expiresAt, createdAt, events, ...pass }) => ({
    ...pass,
    events: events.map(({ title }) => title),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: revokedAt !== null ? 'revoked' : expiresAt > now ? 'open' : 'ended',
  }));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
