import { useCallback } from 'react';

import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';
import type { DoorSession } from '#app/features/door/schema.ts';

import type { DoorTransport } from '../link/transport.ts';
import { repeat } from '../readiness/repeat.ts';
import { endsElsewhen, inPhoneTime, measureAhead, storeAhead, storedAhead } from './phone-time.ts';

const ASK_EVERY_MS = 5 * 60_000;

/** The end of a shift by this phone's clock. The page may be a cached one, so the server is asked. */
export function useShiftTime(session: DoorSession, transport: DoorTransport): DoorSession {
  const watch = useCallback<Subscribe<DoorSession>>(
    (emit, signal) => {
      if (session.scanner.expiresAt != null) watchShift({ session, transport }, emit, signal);
    },
    [session, transport],
  );
  return useSubscription(watch) ?? session;
}

function watchShift({ session, transport }: { session: DoorSession; transport: DoorTransport }, emit: (session: DoorSession) => void, signal: AbortSignal): void {
  let current = inPhoneTime(session, storedAhead());
  emit(current);
  async function ask(): Promise<boolean> {
    const answered = await transport.get<DoorSession>('/api/door');
    const aheadMs = measureAhead(answered);
    if (aheadMs !== null) storeAhead(aheadMs);
    const { scanner } = inPhoneTime(answered, aheadMs);
    const next = { ...session, scanner };
    // Another account may have signed in, in another tab.
    if (scanner.proof !== session.scanner.proof || !endsElsewhen(current, next)) return true;
    current = next;
    emit(current);
    return true;
  }
  signal.addEventListener('abort', repeat(ask, ASK_EVERY_MS));
}
