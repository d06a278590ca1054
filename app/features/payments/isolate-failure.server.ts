import { isDatabaseBusy } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

/** Logs errors of one item, but rethrows when the database is unavailable. */
export async function isolateFailure<Result>(deps: Deps, which: { orderNumber: string } | { session: string }, work: () => Promise<Result>): Promise<Result | 'failed'> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseBusy(error)) throw error;
    deps.log.error({ err: error, ...('session' in which ? which : { orderNumber: which.orderNumber }) }, 'what became of a payment could not be settled');
    return 'failed';
  }
}
