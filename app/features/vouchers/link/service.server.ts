import { createHash, timingSafeEqual } from 'node:crypto';

import { REFUSALS } from '#app/domain/api-error.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { maySee, type Role, type Visibility } from '#app/domain/people/roles.ts';
import { recordGuessing } from '#app/features/door/code-guessing/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Cookie, cookie } from '#app/platform/http/cookies/cookie.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { findVouchers, opens, standingVoucher, type StandingVoucher, type Voucher } from '../service.server.ts';
import { countFinalUses } from '../store.server.ts';

const DAY_S = 24 * 60 * 60;

/** In the place of an event's id: the code of a link that is for many, until one of them is chosen. */
export const ANY_EVENT = 0;

/** The code that this browser entered for an event, and the key of a hidden one. */
const codeFor = (eventId: number): Cookie => cookie({ name: `comboi_codi_${eventId}`, lifeS: DAY_S });
const keyFor = (eventId: number): Cookie => cookie({ name: `comboi_clau_${eventId}`, lifeS: DAY_S });

interface Asking {
  headers: Headers;
  eventId: number;
}

export function keyHeldFor(deps: Pick<Deps, 'env' | 'keys'>, headers: Headers, eventId: number): string | null {
  return codeIn(deps, keyFor(eventId), { headers, eventId });
}

/** Only what was entered here: a cookie that somebody planted would guess without being counted. */
function codeIn({ env, keys }: Pick<Deps, 'env' | 'keys'>, cookie: Cookie, { headers, eventId }: Asking): string | null {
  const value = cookie.read(headers, env.publicUrl);
  if (value === undefined) return null;
  const [code = ''] = value.split('.');
  return timingSafeEqual(digestOf(value), digestOf(signed(keys, { code, eventId }))) ? code : null;
}

function signed(keys: Deps['keys'], { code, eventId }: { code: string; eventId: number }): string {
  return `${code}.${keys.sign('entered vouchers', `${eventId} ${code}`)}`;
}

/** `timingSafeEqual` needs two buffers of one length. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether this browser holds a key that still opens the event. */
export async function holdsAccessCode(deps: Deps, headers: Headers, eventId: number): Promise<boolean> {
  return (await keysThatOpen(deps, eventId, [keyHeldFor(deps, headers, eventId)])).length > 0;
}

export async function keysThatOpen({ db, clock }: Pick<Deps, 'db' | 'clock'>, eventId: number, codes: readonly (string | null)[]): Promise<string[]> {
  const known = await findVouchers(db.query, codes);
  return [...known.values()].filter((voucher) => opens(voucher, { eventId, now: clock.now() })).map(({ code }) => code);
}

export async function seesEvent(deps: Deps, { actor, headers }: { actor: Actor; headers: Headers }, { id, visibility }: { id: number; visibility: Visibility }): Promise<boolean> {
  return maySee(roleOf(actor), visibility) || (await holdsAccessCode(deps, headers, id));
}

export async function voucherEnteredFor(deps: Deps, headers: Headers, { eventId, menuAs }: { eventId: number; menuAs: (role: Role) => Menu }): Promise<StandingVoucher | null> {
  const voucher = await findVoucher(deps, codeIn(deps, codeFor(eventId), { headers, eventId }));
  const standing = voucher && standingVoucher(voucher, { eventId, now: deps.clock.now() }, menuAs);
  if (voucher === null || standing === null || standing.problem !== undefined) return standing;
  return (await countFinalUses(deps.db.query, voucher.code)) < voucher.uses ? standing : { label: voucher.label, problem: REFUSALS.VOUCHER_USED_UP.message };
}

async function findVoucher(deps: Deps, code: string | null): Promise<Voucher | null> {
  const [voucher] = (await findVouchers(deps.db.query, [code])).values();
  return voucher ?? null;
}

export async function voucherOfMany(deps: Deps, headers: Headers): Promise<Voucher | null> {
  return findVoucher(deps, codeIn(deps, codeFor(ANY_EVENT), { headers, eventId: ANY_EVENT }));
}

export function withoutCode({ env }: Pick<Deps, 'env'>, eventId: number): string {
  return codeFor(eventId).write(null, env.publicUrl);
}

export interface EnterRequest {
  typed: string;
  eventId: number;
  network: string;
  limits: RateLimits;
}

/** The cookie that keeps a code for the event, whatever the code may be worth there; null where nobody made it. */
export async function enterCode(deps: Deps, { typed, eventId, network, limits }: EnterRequest): Promise<{ cookie: string; isKey: boolean } | null> {
  const guess = await guardGuessing(deps, limits, network);
  const voucher = await findVoucher(deps, typed);
  if (voucher === null) return null;
  await guess.wasKnown();
  return { cookie: cookieOfCode(deps, voucher, eventId), isKey: isKey(voucher) };
}

export function cookieOfCode({ keys, env }: Pick<Deps, 'keys' | 'env'>, voucher: Voucher, eventId: number): string {
  const held = isKey(voucher) && eventId !== ANY_EVENT ? keyFor(eventId) : codeFor(eventId);
  return held.write(signed(keys, { code: voucher.code, eventId }), env.publicUrl);
}

function isKey({ worth }: Voucher): boolean {
  return worth.kind === 'unlock';
}

/** Counts codes that nobody made: past the limit a network is told to wait, and an admin is told of it. */
export async function guardGuessing(deps: Deps, limits: RateLimits, network: string): Promise<{ wasKnown: () => Promise<void> }> {
  const wait = await limits.take('unknown_voucher', network);
  if (wait !== null) {
    if (recordGuessing(deps, `vouchers ${deps.keys.sign('network', network)}`)) deps.log.warn({}, 'a network asks for too many unknown vouchers');
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
  }
  return { wasKnown: async () => limits.refund('unknown_voucher', network) };
}
