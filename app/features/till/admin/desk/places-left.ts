import { FEW_LEFT } from '#app/domain/event/few-left.ts';

/** `many`: more than is worth counting. */
export type PlacesLeft = number | 'many' | 'unlimited';

export function placesLeftText(left: PlacesLeft): string | null {
  if (left === 'unlimited') return null;
  if (left === 'many') return `En queden més de ${FEW_LEFT}`;
  if (left === 0) return 'Esgotat';
  return left === 1 ? 'En queda 1' : `En queden ${left}`;
}

interface DishPlaces {
  /** Null: unlimited. */
  remaining: number | null;
  /** Used by the sale's list, without the current selection. */
  onList: number;
  /** How many more the current selection takes. */
  chosen: number;
}

export interface DishState {
  text: string | null;
  isOut: boolean;
  /** The sale uses more than are left. */
  isShort: boolean;
}

export function dishState({ remaining, onList, chosen }: DishPlaces): DishState {
  if (remaining === null) return { text: null, isOut: false, isShort: false };
  const wanted = onList + chosen;
  const isOut = remaining - onList <= 0;
  if (wanted > remaining) return { text: shortText(remaining, wanted), isOut, isShort: true };
  if (isOut) return { text: onList === 0 ? 'Esgotat' : 'Ja els tens tots en esta venda', isOut, isShort: false };
  return { text: remaining > FEW_LEFT ? null : placesLeftText(remaining), isOut, isShort: false };
}

/** Null where that many can be sold. */
export function shortText(left: PlacesLeft, wanted: number): string | null {
  if (typeof left === 'string' || wanted <= left) return null;
  if (left === 0) return "Esgotat: no en queda cap";
  return `${left === 1 ? 'Només en queda 1' : `Només en queden ${left}`} i en esta venda n'hi ha ${wanted}`;
}
