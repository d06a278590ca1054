import { useState } from 'react';

import type { Shown } from '../../client/door-state.ts';
import type { DishChoice } from './ticket-details.tsx';

/** `places` is null where the ticket has no dishes. */
export function useDishChoice(shown: Shown | null): { choice: DishChoice; places: number[] | null } {
  const [left, setLeft] = useState<{ of: number; places: readonly number[] }>({ of: 0, places: [] });
  const leftAside = shown !== null && left.of === shown.key ? left.places : [];
  const choice: DishChoice = {
    isTaken: (place) => !leftAside.includes(place),
    onToggle: (place) => setLeft({ of: shown?.key ?? 0, places: leftAside.includes(place) ? leftAside.filter((one) => one !== place) : [...leftAside, place] }),
  };
  const places = shown?.answer.ticket?.dishes?.filter(({ servedAt, place }) => servedAt === null && choice.isTaken(place)).map(({ place }) => place) ?? null;
  return { choice, places };
}
