/** How money changes hands at the till: notes and coins, the bank's own card terminal, a Bizum seen on a phone. */
export const TENDERS = ['cash', 'terminal', 'bizum'] as const;
export type Tender = (typeof TENDERS)[number];

/** `house`: nothing is paid. */
export const SALE_TENDERS = [...TENDERS, 'house'] as const;
export type SaleTender = (typeof SALE_TENDERS)[number];

export const TENDER_NAMES: Record<SaleTender, string> = {
  cash: 'Efectiu',
  terminal: 'Targeta',
  bizum: 'Bizum',
  house: 'Convida la casa',
};

export const MOVEMENT_DIRECTIONS = ['in', 'out'] as const;
export type MovementDirection = (typeof MOVEMENT_DIRECTIONS)[number];

/** An amount for each of them, in cents. */
export type ByTender = Record<Tender, number>;
