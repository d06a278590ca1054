import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { type AbandonedOrders, pausedUntil } from '#app/domain/order/abandoned-orders.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectAbandoned } from './store.server.ts';

const HOUR_MS = 3_600_000;
/** Picks up orders that other processes recorded as abandoned. */
const READ_EVERY_MS = 10_000;

type Pauses = ReadonlyMap<string, AbandonedOrders & { until: Date }>;
type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'state'>;

const lastRead = stateKey<{ read: { at: Date; pauses: Promise<Pauses> } | null }>('pauses of buyers');

export function openPauses(): OpenedState {
  return lastRead.opened({ read: null });
}

/** Seconds for which a buyer, or a network, must wait after abandoning too many payments; null: none. */
export async function pauseFor(deps: Parts, { buyer, networkHash }: { buyer: string | null; networkHash: string }): Promise<number | null> {
  const pauses = await pausesNow(deps);
  const found = [pauses.get(`buyer ${buyer}`), pauses.get(`network ${networkHash}`)].flatMap((pause) => (pause ? [pause.until.getTime()] : []));
  const waitMs = Math.max(0, ...found) - deps.clock.now().getTime();
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}

export function refreshPauses(deps: Parts): void {
  deps.state.get(lastRead).read = null;
}

/** Networks that look like card testing. */
export async function readPausedNetworks(deps: Parts): Promise<{ networks: number; orders: number }> {
  const paused = [...(await pausesNow(deps)).values()].filter(({ by }) => by === 'network');
  return { networks: paused.length, orders: paused.reduce((sum, { placedAt }) => sum + placedAt.length, 0) };
}

async function pausesNow(deps: Parts): Promise<Pauses> {
  const now = deps.clock.now();
  const known = deps.state.get(lastRead).read;
  if (known && Math.abs(now.getTime() - known.at.getTime()) < READ_EVERY_MS) return known.pauses;
  const fresh = { at: now, pauses: readPauses(deps, now) };
  fresh.pauses.catch(() => refreshPauses(deps));
  deps.state.get(lastRead).read = fresh;
  return fresh.pauses;
}

async function readPauses({ db, env }: Parts, now: Date): Promise<Pauses> {
  if (!env.rateLimits) return new Map();
  const many = await selectAbandoned(db.query, new Date(now.getTime() - HOUR_MS));
  return new Map(many.flatMap((one): [string, AbandonedOrders & { until: Date }][] => {
    const until = pausedUntil(one);
    return until === null ? [] : [[`${one.by} ${one.key}`, { ...one, until }]];
  }));
}
