/** How money changes hands at the till: notes and coins, the bank's own card terminal, a Bizum seen on a phone. */
export const TILL_MEANS = ['cash', 'terminal', 'bizum'] as const;
export type TillMeans = (typeof TILL_MEANS)[number];

/** `house`: nothing is paid. */
export const SALE_MEANS = [...TILL_MEANS, 'house'] as const;
export type SaleMeans = (typeof SALE_MEANS)[number];

export const MEANS_NAMES: Record<SaleMeans, string> = {
  cash: 'Efectiu',
  terminal: 'Targeta',
  bizum: 'Bizum',
  house: 'Convida la casa',
};

/** Cash that no sale moves: put into the drawer, or taken out of it. */
export const MOVEMENT_DIRECTIONS = ['in', 'out'] as const;
export type MovementDirection = (typeof MOVEMENT_DIRECTIONS)[number];

/** An amount for each of them, in cents. */
export type ByMeans = Record<TillMeans, number>;
