import { FEW_LEFT } from '#app/domain/event/few-left.ts';

/** Of an event: so many, or more than are worth counting. */
export type PlacesLeft = number | 'many' | 'unlimited';

export function placesLeftText(left: PlacesLeft): string | null {
  if (left === 'unlimited') return null;
  if (left === 'many') return `En queden més de ${FEW_LEFT}`;
  if (left === 0) return 'Esgotat';
  return left === 1 ? 'En queda 1' : `En queden ${left}`;
}

interface DishPlaces {
  /** Null: it can't run out. */
  remaining: number | null;
  /** Of this sale, without what is being chosen. */
  onList: number;
  /** What is being chosen takes so many more. */
  chosen: number;
}

export interface DishState {
  text: string | null;
  /** Nobody can choose it now. */
  isOut: boolean;
  /** This sale has more of it than there are. */
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

/** Why so many can't be sold; null where they can. */
export function shortText(left: PlacesLeft, wanted: number): string | null {
  if (typeof left === 'string' || wanted <= left) return null;
  if (left === 0) return "Esgotat: no en queda cap";
  return `${left === 1 ? 'Només en queda 1' : `Només en queden ${left}`} i en esta venda n'hi ha ${wanted}`;
}
