import { performance } from 'node:perf_hooks';

const WORTH_BYTES = 8 * 1024 * 1024;
/** Of the time since the last look. */
const AT_REST = 0.05;

export const LOOK_FOR_REST_EVERY_MS = 20_000;

export interface ProcessMemory {
  residentBytes(): number;
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

export function ownMemory(): ProcessMemory | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  let [usedMs, atMs] = [processorMs(), performance.now()];
  return {
    residentBytes: () => process.memoryUsage.rss(),
    utilization() {
      const [usedBefore, before] = [usedMs, atMs];
      [usedMs, atMs] = [processorMs(), performance.now()];
      return (usedMs - usedBefore) / (atMs - before);
    },
    collect: () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }),
  };
}

/** The event loop's own measure counts the time for which other processes kept it waiting. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
