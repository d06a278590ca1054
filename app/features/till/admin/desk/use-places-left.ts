import { useEffect, useEffectEvent, useState } from 'react';

import { followFeed } from '#app/platform/client-state/live-feed.ts';
import type { LivePlaces } from '#app/features/events/schema.ts';

import type { PlacesLeft } from './places-left.ts';
import type { CategoryMenus, DeskMenu } from './use-sale.ts';

interface Loaded {
  eventId: number;
  /** Null without a limit. */
  remaining: number | null;
  menus: CategoryMenus;
}

interface Left {
  places: PlacesLeft;
  menus: CategoryMenus;
}

/** The loaded counts, updated by live events. */
export function usePlacesLeft(loaded: Loaded): Left {
  const { eventId } = loaded;
  const [received, setReceived] = useState<{ since: CategoryMenus; places: LivePlaces } | null>(null);
  const hear = useEffectEvent((places: LivePlaces) => setReceived({ since: loaded.menus, places }));
  useEffect(() => {
    const ending = new AbortController();
    followFeed<LivePlaces>({ address: `/api/events/${eventId}/live`, kind: 'places', subject: eventId, signal: ending.signal, hear: (places) => hear(places) });
    return () => ending.abort();
  }, [eventId]);
  return received?.since === loaded.menus ? withPlaces(loaded, received.places) : { places: loaded.remaining ?? 'unlimited', menus: loaded.menus };
}

function withPlaces({ remaining, menus: { public: forPublic, socio, comision } }: Loaded, { remaining: left, dishes }: LivePlaces): Left {
  const withDishes = (menu: DeskMenu): DeskMenu => ({
    ...menu,
    sections: menu.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, remaining: dishes[item.id] ?? null })) })),
  });
  return {
    // The live feed sends null for many, as for an event without a limit.
    places: left ?? (remaining === null ? 'unlimited' : 'many'),
    menus: { public: withDishes(forPublic), socio: withDishes(socio), comision: withDishes(comision) },
  };
}
