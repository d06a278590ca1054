import type { ArrangedPlan } from '#app/domain/seating/arrange.ts';
import type { HallTable } from '#app/domain/seating/hall.ts';
import type { SeatedOrder } from '#app/domain/seating/plan-state.ts';
import { ChildJobFailed, runChildJob } from '#app/platform/adapters/media/child-job.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export interface SeatsToArrange {
  tables: readonly HallTable[];
  orders: readonly SeatedOrder[];
}

const CHILD = new URL(import.meta.url.endsWith('.js') ? './seat-arranger.child.js' : './seat-arranger.child.server.ts', import.meta.url);
const LIMITS = { timeMs: 120_000, heapMb: 256, memoryMb: 512 };

/** In a process of its own, one of its kind at a time; null where that ended without an answer. */
export async function arrangeInChild(deps: Pick<Deps, 'concurrency' | 'log'>, input: SeatsToArrange): Promise<ArrangedPlan | null> {
  return deps.concurrency.seating.take(async () => {
    let plan: ArrangedPlan | null = null;
    try {
      await runChildJob({ script: CHILD, input: new TextEncoder().encode(JSON.stringify(input)), limits: LIMITS, onMessage: (message) => (plan = message as ArrangedPlan) });
    } catch (error) {
      if (!(error instanceof ChildJobFailed)) throw error;
      deps.log.warn({ err: error }, 'seats could not be arranged');
      return null;
    }
    return plan;
  });
}
