import { createHash } from 'node:crypto';

import type { ApiToken } from '#app/domain/people/actor.ts';
import { type Scope, scopeProblem, isScope } from '#app/domain/programs/scopes.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { type KeyReused, type MadeBefore, withSecretOnce } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';

import type { ListedToken } from '../schema.ts';
import { countKnownEvents, countOpenTokens, type EventChoice, insertToken, markTokenRevoked, noteUse, selectEventChoices, selectEventTitles, selectTokenByHash, selectTokens, selectTokensById, type TokenRow } from './store.server.ts';

const BEARER = /^Bearer\s+(cmb_\S*)\s*$/i;
const TOKEN = /^cmb_[a-z2-7]{32}$/;
const PREFIX_LENGTH = 'cmb_'.length + 4;
const MOST_OPEN = 100;
const CHOSEN_UNTIL_DAYS = 30;
const NOTED_EVERY_MS = 60_000;

interface TokenRequest {
  headers: Headers;
  address: string;
  limits: RateLimits;
}

/** Null for a request without one. One that does not count is refused wherever it comes, so that nobody takes an answer to nobody for one to the token. */
export async function readApiToken(deps: Deps, { headers, address, limits }: TokenRequest): Promise<ApiToken | null> {
  const text = BEARER.exec(headers.get('authorization') ?? '')?.[1];
  if (text === undefined) return null;
  // A browser that was led to send both would act for its person.
  if (headers.has('cookie')) throw new Refusal('TOKEN_WITH_COOKIE');
  const now = deps.clock.now();
  const found = TOKEN.test(text) ? await selectTokenByHash(deps.doorDb.query, hashOf(text)) : null;
  if (found === null) await limits.count('unknown_token', address);
  if (found === null || stateOf(deps, found) !== 'open') throw new Refusal('TOKEN_REFUSED');
  if (found.lastUsedAt === null || found.lastUsedAt.getTime() < now.getTime() - NOTED_EVERY_MS) await noteUse(deps.doorDb.query, found.id, now);
  return tokenOfRow(found);
}

/** Those of these that are open. */
export async function openTokens(deps: Pick<Deps, 'doorDb' | 'clock' | 'env'>, ids: readonly string[]): Promise<ApiToken[]> {
  return (await selectTokensById(deps.doorDb.query, ids)).filter((row) => stateOf(deps, row) === 'open').map(tokenOfRow);
}

/** It ends with its maker's right, and comes back with it. */
function stateOf({ clock, env }: Pick<Deps, 'clock' | 'env'>, { revokedAt, expiresAt, makerRole, makerBanned, makerHasSecondFactor }: TokenRow): ListedToken['state'] {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= clock.now()) return 'expired';
  return makerRole === 'admin' && !makerBanned && (makerHasSecondFactor || !env.adminSecondFactor) ? 'open' : 'maker_lost_right';
}

function tokenOfRow({ id, name, makerId, scopes, eventIds, expiresAt }: TokenRow): ApiToken {
  return { id, name, makerId, scopes: scopes.filter(isScope), eventIds, expiresAt };
}

export interface NewToken {
  name: string;
  scopes: readonly Scope[];
  eventIds: readonly number[] | null;
  expiresAt: Date | null;
}

type TokenMade = { outcome: 'made'; id: string; token: string } | { outcome: 'invalid'; problems: Record<string, string> };

/** The token is returned only here; the database holds its hash. */
export async function makeToken(deps: Deps, admin: AdminId, { idempotencyKey: key, ...requested }: NewToken & { idempotencyKey: string | null }): Promise<TokenMade | MadeBefore | KeyReused | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => withSecretOnce(tx, { key, scope: 'token', request: [admin, requested], now }, async (): Promise<TokenMade> => {
    const scopes = [...new Set(requested.scopes)];
    const eventIds = requested.eventIds === null || requested.eventIds.length === 0 ? null : [...new Set(requested.eventIds)];
    const wrong = scopeProblem({ scopes, eventIds });
    if (wrong !== null) return invalid('scopes', wrong);
    if (requested.expiresAt !== null && requested.expiresAt <= now) return invalid('expiresAt', 'Ha de caducar en el futur');
    if (eventIds !== null && (await countKnownEvents(tx, eventIds)) !== eventIds.length) return invalid('eventIds', "Algun d'estos actes ja no hi és: torna a triar");
    if ((await countOpenTokens(tx, now)) >= MOST_OPEN) return invalid('name', `Ja n'hi ha ${MOST_OPEN} que valen: anul·la els que no facen falta`);
    const id = deps.ids.uuid();
    const token = deps.ids.apiToken();
    await insertToken(tx, { id, name: requested.name, prefix: token.slice(0, PREFIX_LENGTH), tokenHash: hashOf(token), scopes, eventIds, createdBy: admin, createdAt: now, expiresAt: requested.expiresAt });
    await audit({ action: 'token.made', subject: 'api_token', subjectId: id, detail: { scopes: scopes.join(' ') } });
    return { outcome: 'made', id, token };
  }));
}

function invalid(field: string, problem: string): { outcome: 'invalid'; problems: Record<string, string> } {
  return { outcome: 'invalid', problems: { [field]: problem } };
}

export async function revokeToken(deps: Deps, admin: AdminId, id: string): Promise<{ outcome: 'revoked' | 'not_found' } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'revoked' | 'not_found' }> => {
    if (!(await markTokenRevoked(tx, id, now))) return { outcome: 'not_found' };
    await audit({ action: 'token.revoked', subject: 'api_token', subjectId: id });
    return { outcome: 'revoked' };
  });
}

/** Those to come, and those that are just over. */
export async function listEventChoices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<EventChoice[]> {
  return selectEventChoices(db.query, addDays(dayInMadrid(clock.now()), -CHOSEN_UNTIL_DAYS));
}

export async function listTokens(deps: Pick<Deps, 'db' | 'clock' | 'env'>, _admin: AdminId): Promise<ListedToken[]> {
  const rows = await selectTokens(deps.db.query);
  const titles = await selectEventTitles(deps.db.query, rows.flatMap(({ eventIds }) => eventIds ?? []));
  return rows.map((row): ListedToken => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes.filter(isScope),
    events: row.eventIds?.map((eventId) => titles.get(eventId) ?? `acte ${eventId}`) ?? null,
    makerName: row.makerName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    state: stateOf(deps, row),
  }));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
