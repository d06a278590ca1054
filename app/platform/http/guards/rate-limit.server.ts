import { performance } from 'node:perf_hooks';

import type { Deps } from '#app/platform/deps.server.ts';

import { Refusal } from '../answers/refusal.server.ts';
import { enclosingNetwork } from './client-address.server.ts';
import { memoryCounter, type MemoryCounter } from './memory-counts.server.ts';
import { sharedCounter, type SharedCounter } from './shared-counts.server.ts';
import { keysOf } from '#app/domain/record.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

interface Limit {
  points: number;
  seconds: number;
  /** Counted by network; a whole neighbourhood may stand behind one address, so those are generous. Else by what the name says. */
  byNetwork?: true;
  /** Counted for all processes together, so that more processes mean no more guesses. */
  shared?: true;
  /** What is done, not how often one asks: `COMBOI_RATE_LIMITS=0` leaves it in force. */
  cap?: true;
}

/** How many networks of a /64 may use up their whole limit within one /48. */
const NETWORKS_AROUND = 8;

/** Failed logins are counted by account as well, and by browser for those that an account knows. */
const LIMITS = {
  read: { points: 12_000, seconds: MINUTE_S, byNetwork: true },
  /** Each reads an index, not a page that is kept. */
  search: { points: 600, seconds: MINUTE_S, byNetwork: true },
  /** Kilobytes of stored files: five megabytes a second for five minutes, so that no site that shows our booklets as its own takes the whole line. */
  download: { points: 1_500 * 1024, seconds: 5 * MINUTE_S, byNetwork: true },
  write: { points: 3_000, seconds: MINUTE_S, byNetwork: true },
  order: { points: 1_500, seconds: MINUTE_S, byNetwork: true },
  /** Apart from what the audience asks over the same network. */
  scan: { points: 6_000, seconds: MINUTE_S, byNetwork: true },
  /** Codes that a scanner read and no ticket has, by scanner: a worn QR is no code at all, so this is somebody guessing. */
  unknown_ticket: { points: 120, seconds: MINUTE_S },
  unknown_group: { points: 40, seconds: 10 * MINUTE_S, byNetwork: true },
  /** Of each token; a program that asks more often than ten times a second does something wrong. */
  token_request: { points: 600, seconds: MINUTE_S },
  /** Tokens that nobody has. */
  unknown_token: { points: 60, seconds: 10 * MINUTE_S, byNetwork: true },
  /** Codes of vouchers that nobody made. */
  unknown_voucher: { points: 40, seconds: 10 * MINUTE_S, byNetwork: true },
  password: { points: 60, seconds: MINUTE_S, byNetwork: true, shared: true },
  failed_login_of_address: { points: 200, seconds: HOUR_S, byNetwork: true, shared: true },
  failed_login_of_account: { points: 10, seconds: 15 * MINUTE_S, shared: true },
  failed_login_of_browser: { points: 10, seconds: 15 * MINUTE_S, shared: true },
  /** As few as nobody can guess six digits with, even with the password. */
  second_factor_code: { points: 10, seconds: 15 * MINUTE_S, shared: true, cap: true },
  /** Of strangers to the account, who would guess for months; a recovery code and known browsers are counted apart. */
  second_factor_day: { points: 50, seconds: 24 * HOUR_S, shared: true, cap: true },
  reset_mail_of_address: { points: 10, seconds: HOUR_S, byNetwork: true, shared: true },
  reset_mail_of_account: { points: 3, seconds: HOUR_S, shared: true, cap: true },
  sign_in_link_of_address: { points: 10, seconds: HOUR_S, byNetwork: true, shared: true },
  sign_in_link_of_account: { points: 3, seconds: HOUR_S, shared: true, cap: true },
  my_data_mail_of_address: { points: 10, seconds: HOUR_S, byNetwork: true, shared: true },
  my_data_mail_of_email: { points: 3, seconds: HOUR_S, shared: true, cap: true },
  data_request_of_email: { points: 5, seconds: 24 * HOUR_S, shared: true, cap: true },
  lost_ticket_mail_of_address: { points: 10, seconds: HOUR_S, byNetwork: true, shared: true },
  ticket_document_of_address: { points: 60, seconds: 15 * MINUTE_S, byNetwork: true },
  ticket_document_of_key: { points: 10, seconds: 15 * MINUTE_S, cap: true },
  waiting_list_mail_of_address: { points: 20, seconds: HOUR_S, byNetwork: true, shared: true },
  waiting_list_mail_of_email: { points: 3, seconds: HOUR_S, shared: true, cap: true },
  corrected_mail_of_email: { points: 3, seconds: HOUR_S, shared: true, cap: true },
  lost_ticket_mail_of_email: { points: 3, seconds: HOUR_S, shared: true, cap: true },
} as const satisfies Record<string, Limit>;

export type RateLimitedAction = keyof typeof LIMITS;

export type NetworkLimit = Extract<RateLimitedAction, 'read' | 'search' | 'write' | 'order' | 'scan'>;

export interface RateLimits {
  /** Like `count`, but synchronous: requests are counted in this process alone. */
  countRequest(act: NetworkLimit, network: string): void;
  /** Counts one act; throws RATE_LIMITED with the seconds to wait. */
  count(act: RateLimitedAction, key: string): Promise<void>;
  spend(cost: { act: RateLimitedAction; key: string; points: number }): Promise<void>;
  /** Counts one act; null within the limit, else the seconds to wait. */
  take(act: RateLimitedAction, key: string): Promise<number | null>;
  /** Undoes the last count: it was no limited action. */
  refund(act: RateLimitedAction, key: string): Promise<void>;
}

export function createRateLimits(deps: Pick<Deps, 'db' | 'env' | 'keys'>): RateLimits {
  const atOnce = new Map<RateLimitedAction, ActCounters<MemoryCounter>>();
  const shared = new Map<RateLimitedAction, ActCounters<SharedCounter>>();
  for (const act of keysOf(LIMITS)) {
    const limit: Limit = LIMITS[act];
    const isOff = !deps.env.rateLimits && !limit.cap;
    const parts = { act, limit, isOff };
    if (limit.shared) shared.set(act, actCounters(parts, (counted) => sharedCounter(deps, counted)));
    else atOnce.set(act, actCounters(parts, (counted) => memoryCounter({ ...counted, monotonicNow: () => performance.now() })));
  }
  const countersOf = (act: RateLimitedAction, key: string): [MemoryCounter | SharedCounter, string][] => keyed<MemoryCounter | SharedCounter>((atOnce.get(act) ?? shared.get(act))!, key);

  async function consume({ act, key, points }: { act: RateLimitedAction; key: string; points: number }): Promise<number | null> {
    for (const [counter, counted] of countersOf(act, key)) {
      const wait = await counter.consume(counted, points);
      if (wait !== null) return inSeconds(wait);
    }
    return null;
  }

  async function spend(cost: { act: RateLimitedAction; key: string; points: number }): Promise<void> {
    refuseUntil(await consume(cost));
  }

  function countRequest(act: NetworkLimit, network: string): void {
    for (const [counter, counted] of keyed(atOnce.get(act)!, network)) {
      const wait = counter.consume(counted, 1);
      refuseUntil(wait === null ? null : inSeconds(wait));
    }
  }

  return {
    countRequest,
    take: (act, key) => consume({ act, key, points: 1 }),
    count: (act, key) => spend({ act, key, points: 1 }),
    spend,
    async refund(act, key) {
      for (const [counter, counted] of countersOf(act, key)) await counter.reward(counted);
    },
  };
}

interface ActCounters<Counter> {
  isOff: boolean;
  own: Counter;
  around: Counter | null;
}

function actCounters<Counter>({ act, limit, isOff }: { act: string; limit: Limit; isOff: boolean }, counterOf: (counted: { keyPrefix: string; points: number; duration: number }) => Counter): ActCounters<Counter> {
  const own = counterOf({ keyPrefix: act, points: limit.points, duration: limit.seconds });
  const around = limit.byNetwork ? counterOf({ keyPrefix: `${act}_around`, points: limit.points * NETWORKS_AROUND, duration: limit.seconds }) : null;
  return { isOff, own, around };
}

function keyed<Counter>({ isOff, own, around }: ActCounters<Counter>, key: string): [Counter, string][] {
  if (isOff) return [];
  const enclosing = around === null ? null : enclosingNetwork(key);
  return enclosing === null ? [[own, key]] : [[own, key], [around!, enclosing]];
}

function refuseUntil(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds });
}

function inSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
