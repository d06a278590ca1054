import { onTestFinished, vi } from 'vitest';

/** However long this machine takes for the rest of the test, it is one minute to a limit. */
export function freezeMonotonicTime(): void {
  const now = performance.now();
  const frozen = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => frozen.mockRestore());
}
