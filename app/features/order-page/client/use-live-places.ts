import { useEffect, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';

import { monotonicNow } from '#app/design/ui/browser-facts.ts';
import type { EventDetail, LivePlaces } from '#app/features/events/schema.ts';

/** Delayed, so that it never competes with the page's own requests. */
const BEGIN_MS = 2_000;

/** All pages receive an edit at the same instant, so their requests are spread. */
const SPREAD_MS = 1_500;
/** Another process may answer before it knows of the edit, so the page asks once more. */
const ASK_AGAIN_MS = 3_000;

/** Updates the event's free places live; `offered` are held for this browser besides. A newer `version` reloads the page's data. */
export function useLivePlaces(event: EventDetail, offered: number, { version = Infinity }: { version?: number } = {}): EventDetail {
  const [live, setLive] = useState<{ eventId: number; places: LivePlaces } | null>(null);
  const eventId = event.id;
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const begin = async (): Promise<void> => {
      if (!navigator.onLine) {
        window.addEventListener('online', () => void begin().catch(() => {}), { once: true, signal });
        return;
      }
      const { followPlaces } = await import('./live-places.ts');
      if (!signal.aborted) followPlaces({ eventId, signal, hear: (places) => setLive({ eventId, places }) });
    };
    const timer = setTimeout(() => void begin().catch(() => {}), BEGIN_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [eventId]);
  useReadAnew(live?.eventId === eventId && live.places.version > version ? live.places.version : null);
  return live?.eventId === eventId ? withPlaces({ event, places: live.places, offered }) : event;
}

function useReadAnew(version: number | null): void {
  const { revalidate } = useRevalidator();
  const { hash } = useLocation();
  useEffect(() => {
    if (version === null) return undefined;
    const spread = monotonicNow() % SPREAD_MS;
    const timers = [spread, spread + ASK_AGAIN_MS].map((after) => setTimeout(() => void revalidate(), after));
    return () => timers.forEach(clearTimeout);
  }, [version, hash, revalidate]);
}

function withPlaces({ event, places: { remaining, dishes }, offered }: { event: EventDetail; places: LivePlaces; offered: number }): EventDetail {
  return {
    ...event,
    remaining: remaining === null ? null : remaining + offered,
    sections: event.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, remaining: dishes[item.id] ?? null })) })),
  };
}
