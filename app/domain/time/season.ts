import { dateParts } from './dates.ts';

/** A falla's year begins when the last fire is out: from the 20th of March to the 19th of the next one. Named by the year in which it ends. */
const LAST_DAY = '03-19';

export function seasonOf(isoDate: string): number {
  return isoDate.slice(5) <= LAST_DAY ? dateParts(isoDate).year : dateParts(isoDate).year + 1;
}

/** Both days included. */
export function seasonDays(season: number): { from: string; to: string } {
  return { from: `${season - 1}-03-20`, to: `${season}-${LAST_DAY}` };
}

export function seasonDaysText(season: number): string {
  return `Del 20 de març de ${season - 1} al 19 de març de ${season}`;
}

export function seasonText(season: number): string {
  return `${season - 1}-${season}`;
}

export function parseSeason(text: string): number | null {
  return /^[12]\d{3}$/.test(text) ? Number(text) : null;
}
