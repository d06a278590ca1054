import { useState } from 'react';

import type { DisplayedAnswer } from '../../client/door-state.ts';
import type { DishChoice } from './ticket-details.tsx';

/** `places` is null where the ticket has no dishes. */
export function useDishChoice(displayed: DisplayedAnswer | null): { choice: DishChoice; places: number[] | null } {
  const [left, setLeft] = useState<{ of: number; places: readonly number[] }>({ of: 0, places: [] });
  const leftAside = displayed !== null && left.of === displayed.key ? left.places : [];
  const choice: DishChoice = {
    isChosen: (place) => !leftAside.includes(place),
    onToggle: (place) => setLeft({ of: displayed?.key ?? 0, places: leftAside.includes(place) ? leftAside.filter((one) => one !== place) : [...leftAside, place] }),
  };
  const places = displayed?.answer.ticket?.dishes?.filter(({ servedAt, place }) => servedAt === null && choice.isChosen(place)).map(({ place }) => place) ?? null;
  return { choice, places };
}
