import { useCallback, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';

import { monotonicNow } from '#app/design/ui/browser-facts.ts';
import type { EventDetail, LivePlaces } from '#app/features/events/schema.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

/** Delayed, so that it never competes with the page's own requests. */
const BEGIN_MS = 2_000;

/** All pages receive an edit at the same instant, so their requests are spread. */
const SPREAD_MS = 1_500;
/** Another process may answer before it knows of the edit, so the page asks once more. */
const ASK_AGAIN_MS = 3_000;

/** Updates the event's free places live; `offered` are held for this browser besides. A newer `version` reloads the page's data. */
export function useLivePlaces(event: EventDetail, offered: number, { version = Infinity }: { version?: number } = {}): EventDetail {
  const eventId = event.id;
  const places = useSubscription(useCallback<Subscribe<LivePlaces>>((emit, signal) => followLater(eventId, emit, signal), [eventId]));
  useReadAnew(places !== null && places.version > version ? places.version : null);
  return places === null ? event : withPlaces({ event, places, offered });
}

function followLater(eventId: number, hear: (places: LivePlaces) => void, signal: AbortSignal): void {
  const begin = async (): Promise<void> => {
    if (!navigator.onLine) {
      window.addEventListener('online', () => void begin().catch(() => {}), { once: true, signal });
      return;
    }
    const { subscribeToFeed: followFeed } = await import('#app/platform/client-state/live-feed.ts');
    if (!signal.aborted) followFeed({ address: `/api/events/${eventId}/live`, kind: 'places', subject: eventId, signal, hear });
  };
  const timer = setTimeout(() => void begin().catch(() => {}), BEGIN_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function useReadAnew(version: number | null): void {
  const { revalidate } = useRevalidator();
  const { hash } = useLocation();
  const [due, setDue] = useState<{ version: number | null; afterMs: number }>({ version: null, afterMs: 0 });
  if (due.version !== version) setDue({ version, afterMs: monotonicNow() % SPREAD_MS });
  const state = `${version} ${hash}`;
  useTimeout(() => void revalidate(), version === null ? null : due.afterMs, state);
  useTimeout(() => void revalidate(), version === null ? null : due.afterMs + ASK_AGAIN_MS, state);
}

function withPlaces({ event, places: { remaining, dishes }, offered }: { event: EventDetail; places: LivePlaces; offered: number }): EventDetail {
  return {
    ...event,
    remaining: remaining === null ? null : remaining + offered,
    sections: event.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, remaining: dishes[item.id] ?? null })) })),
  };
}
