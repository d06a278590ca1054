import { type Admission, ADMISSION_CODES, decideAdmission, type TicketLookup } from './admission.ts';
import { readMenuSnapshot } from '../ticket/menu-snapshot.ts';

export const SERVING_CODES = ['SERVED', 'ALREADY_SERVED', 'NO_DISHES', 'NO_SERVICE'] as const;
export type ServingCode = (typeof SERVING_CODES)[number];

/** Only a phone without network answers these; the server knows better. */
const PHONE_CODES = ['NOT_LISTED', 'PASS_ENDED', 'SHIFT_ENDED'] as const;

export const DOOR_CODES = [...ADMISSION_CODES, ...SERVING_CODES, ...PHONE_CODES] as const;
export type DoorCode = (typeof DOOR_CODES)[number];

export const EXTRAS_SECTION = 'Extres';

export interface ServableDish {
  /** Among the dishes of the menu, in their order, and the extras after them; from 0. */
  place: number;
  section: string;
  name: string;
  emoji: string;
}

export function servableDishes(ticket: { menuSelection: unknown; extrasSelection: unknown }): ServableDish[] {
  const sectionsOf = (stored: unknown): { name: string; dishes: { emoji: string; name: string }[] }[] => {
    const reading = readMenuSnapshot(stored);
    return reading.kind === 'menu' ? reading.menu.sections : [];
  };
  const menu = sectionsOf(ticket.menuSelection).flatMap(({ name, dishes }) => dishes.map((dish) => ({ section: name, ...dish })));
  const extras = sectionsOf(ticket.extrasSelection).flatMap(({ dishes }) => dishes.map((dish) => ({ section: EXTRAS_SECTION, ...dish })));
  return [...menu, ...extras].map((dish, place) => ({ place, ...dish }));
}

interface Counter {
  eventIds: readonly number[] | null;
  serves: boolean;
}

export type Serving = { code: 'VALID'; places: number[] } | { code: Exclude<Admission['code'], 'VALID' | 'ALREADY_USED'> | Exclude<ServingCode, 'SERVED'> };

/** What is left to give out of what is asked for (null: everything). Whoever has come in eats as well as whoever was never scanned. */
export function decideServing(ticket: TicketLookup, counter: Counter, dishes: { all: readonly ServableDish[]; served: readonly number[]; wanted: readonly number[] | null }): Serving {
  const admission = decideAdmission(ticket, { eventIds: counter.eventIds, allowsReentry: false });
  if (admission.code !== 'VALID' && admission.code !== 'ALREADY_USED') return { code: admission.code };
  if (!counter.serves) return { code: 'NO_SERVICE' };
  const { all, served, wanted } = dishes;
  if (all.length === 0) return { code: 'NO_DISHES' };
  const places = all.map(({ place }) => place).filter((place) => !served.includes(place) && (wanted === null || wanted.includes(place)));
  return places.length === 0 ? { code: 'ALREADY_SERVED' } : { code: 'VALID', places };
}
