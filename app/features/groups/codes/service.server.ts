import type { Actor } from '#app/domain/people/actor.ts';
import { recordGuessing } from '#app/features/door/code-guessing/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { findGroup, type GroupView } from '../service.server.ts';

export interface GroupCaller {
  actor: Actor;
  headers: Headers;
  network: string;
  limits: RateLimits;
}

/** Counts codes that nobody has: past the limit a network is told for how many seconds to wait, and an admin is told of it. */
export async function takeGroupTry(deps: Deps, { network, limits }: Pick<GroupCaller, 'network' | 'limits'>): Promise<number | null> {
  const wait = await limits.take('unknown_group', network);
  if (wait !== null && recordGuessing(deps, `groups ${deps.keys.sign('network', network)}`)) deps.log.warn({}, 'a network asks for too many unknown groups');
  return wait;
}

/** As `takeGroupTry`, for calls: past the limit they are refused. */
export async function guardGroupGuessing(deps: Deps, { network, limits }: Pick<GroupCaller, 'network' | 'limits'>): Promise<{ wasKnown: () => Promise<void> }> {
  const wait = await takeGroupTry(deps, { network, limits });
  if (wait !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
  return { wasKnown: async () => limits.refund('unknown_group', network) };
}

export async function findGroupByCode(deps: Deps, { actor, headers, network, limits }: GroupCaller, code: string): Promise<GroupView | null> {
  const guess = await guardGroupGuessing(deps, { network, limits });
  const group = await findGroup(deps, { actor, headers }, code);
  if (group !== null) await guess.wasKnown();
  return group;
}
