import { useEffect, useState } from 'react';

import type { EventDetail, LivePlaces } from '#app/features/events/schema.ts';

/** Long after what the page itself needs. */
const BEGIN_MS = 2_000;

/** The event with the places that are left by now; `offered` are kept for this browser besides. */
export function useLivePlaces(event: EventDetail, offered: number): EventDetail {
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
  return live?.eventId === eventId ? withPlaces({ event, places: live.places, offered }) : event;
}

function withPlaces({ event, places: { remaining, dishes }, offered }: { event: EventDetail; places: LivePlaces; offered: number }): EventDetail {
  return {
    ...event,
    remaining: remaining === null ? null : remaining + offered,
    sections: event.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, remaining: dishes[item.id] ?? null })) })),
  };
}
