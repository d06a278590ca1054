import { useCallback, useState } from 'react';

import type { Menu } from '#app/domain/event/menu.ts';
import { subscribeToFeed } from '#app/platform/client-state/live-feed.ts';
import type { LivePlaces } from '#app/features/events/schema.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

import type { PlacesLeft } from './places-left.ts';
import type { CategoryMenus } from './use-sale.ts';

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
  const { eventId, menus } = loaded;
  const subscribe = useCallback<Subscribe<LivePlaces>>((emit, signal) => subscribeToFeed({ address: `/api/events/${eventId}/live`, kind: 'places', subject: eventId, signal, hear: emit }), [eventId]);
  const places = useSubscription(subscribe);
  const [received, setReceived] = useState({ since: menus, places });
  if (received.places !== places) setReceived({ since: menus, places });
  return received.since === menus && received.places !== null ? withPlaces(loaded, received.places) : { places: loaded.remaining ?? 'unlimited', menus };
}

function withPlaces({ remaining, menus: { public: forPublic, socio, comision } }: Loaded, { remaining: left, dishes }: LivePlaces): Left {
  const withDishes = (menu: Menu): Menu => ({
    ...menu,
    sections: menu.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, remaining: dishes[item.id] ?? null })) })),
  });
  return {
    // The live feed sends null for many, as for an event without a limit.
    places: left ?? (remaining === null ? 'unlimited' : 'many'),
    menus: { public: withDishes(forPublic), socio: withDishes(socio), comision: withDishes(comision) },
  };
}
