/** `silent`: it has not been heard of, so nobody knows how it stands: without network, or put away. */
export type DeviceState = 'ready' | 'not_ready' | 'silent';

/** Phones tell every half minute. */
const SILENT_AFTER_MS = 2 * 60_000;

export function deviceState({ isReady, reportedAt }: { isReady: boolean; reportedAt: Date }, now: Date): DeviceState {
  if (now.getTime() - reportedAt.getTime() > SILENT_AFTER_MS) return 'silent';
  return isReady ? 'ready' : 'not_ready';
}
