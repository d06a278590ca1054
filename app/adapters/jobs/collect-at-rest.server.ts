import { performance } from 'node:perf_hooks';

const WORTH_BYTES = 8 * 1024 * 1024;
/** Of the time since the last look. */
const AT_REST = 0.05;

export const LOOK_FOR_REST_EVERY_MS = 20_000;

/** What it needs of the process. */
export interface ProcessMemory {
  residentBytes(): number;
  /** From 0 to 1, since it was last asked. */
  utilization(): number;
  /** Takes a sixth of a second. */
  collect(): Promise<void>;
}

/** V8 collects when memory is asked for: what a start or a rush has left would else lie there until the next one. */
export function collectAtRest(memory: ProcessMemory): () => Promise<void> {
  let leanest = 0;
  return async () => {
    if (memory.utilization() > AT_REST || memory.residentBytes() - leanest < WORTH_BYTES) return;
    await memory.collect();
    leanest = memory.residentBytes();
  };
}

/** Null without `--expose-gc`. */
export function ownMemory(): ProcessMemory | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  let looked = performance.eventLoopUtilization();
  return {
    residentBytes: () => process.memoryUsage.rss(),
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, looked);
      looked = now;
      return utilization;
    },
    collect: () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }),
  };
}
