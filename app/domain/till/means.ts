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

export const MOVEMENT_DIRECTIONS = ['in', 'out'] as const;
export type MovementDirection = (typeof MOVEMENT_DIRECTIONS)[number];

export type ByMeans = Record<TillMeans, number>;
