interface OneTab {
  signal: AbortSignal;
  watch: (signal: AbortSignal) => Promise<void>;
  inOthers: () => Promise<void>;
}

/** A browser opens six connections to a site: one tab streams and notifies the others. Plain http has no locks. */
export async function inOneTab(name: string, { signal, watch, inOthers }: OneTab): Promise<void> {
  if (!('locks' in navigator)) return watch(signal);
  // `ifAvailable` takes no signal: whoever left meanwhile is given the lock all the same.
  const isHere = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock !== null && !signal.aborted && watch(signal).then(() => true));
  if (isHere || signal.aborted) return;
  await inOthers().catch(() => {});
  await navigator.locks.request(name, { signal }, () => watch(signal));
}
