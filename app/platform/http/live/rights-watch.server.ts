import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { ActorsNow, Credential } from './credential.ts';
import type { EventStreams } from './event-streams.server.ts';

const LOOK_UP_EVERY_MS = 250;
/** What ends by the clock alone, such as a session, a pass or a shift, is notified by nobody: with the look-up its streams end within 5 s. */
const ASK_EVERY_MS = 4_500;

const rightsWatch = stateKey<{ lookedUpAt: number; isDue: boolean }>('rights of streams');

export function openRightsWatch({ changes }: Pick<Deps, 'changes'>): OpenedState {
  const watch = { lookedUpAt: Number.NEGATIVE_INFINITY, isDue: false };
  const unsubscribe = changes.subscribe((change) => {
    if (change === 'rights' || change === 'anything') watch.isDue = true;
  });
  return rightsWatch.opened(watch, unsubscribe);
}

interface Watched {
  streams: readonly EventStreams[];
  actorsNow: (credentials: Iterable<Credential>) => Promise<ActorsNow>;
}

/** Ends the streams of those whose session, right or pass has ended: one question for all of them. */
export function rightsWatchJob(deps: Deps, { streams, actorsNow }: Watched): Job {
  const watch = deps.state.get(rightsWatch);
  return {
    name: 'rights of streams',
    title: 'Tancar connexions sense permís',
    everyMs: LOOK_UP_EVERY_MS,
    async round() {
      const now = deps.clock.now().getTime();
      if (!watch.isDue && Math.abs(now - watch.lookedUpAt) < ASK_EVERY_MS) return;
      watch.isDue = false;
      try {
        const credentials = new Set(streams.flatMap((one) => [...one.credentials()]));
        if (credentials.size > 0) {
          const actors = await actorsNow(credentials);
          for (const one of streams) await one.endForbidden(actors, credentials);
        }
        watch.lookedUpAt = now;
      } catch (error) {
        watch.isDue = true;
        throw error;
      }
    },
  };
}
