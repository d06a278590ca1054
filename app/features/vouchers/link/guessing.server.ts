import { recordGuessing } from '#app/features/door/code-guessing/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

/** Counts codes that nobody made: past the limit a network is told to wait, and an admin is told of it. */
export async function guardGuessing(deps: Deps, limits: RateLimits, network: string): Promise<{ wasKnown: () => Promise<void> }> {
  const wait = await limits.take('unknown_voucher', network);
  if (wait !== null) {
    if (recordGuessing(deps, `vouchers ${deps.keys.sign('network', network)}`)) deps.log.warn({}, 'a network asks for too many unknown vouchers');
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
  }
  return { wasKnown: async () => limits.refund('unknown_voucher', network) };
}
