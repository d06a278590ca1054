import { dateParts } from '../time/dates.ts';

export interface GlanceMonth {
  year: number;
  month: number;
  events: { id: number; title: string; image: string }[];
}

const MONTHS = 12;

export function yearAtAGlance(today: string, events: readonly { id: number; title: string; image: string; date: string }[]): GlanceMonth[] {
  const from = dateParts(today);
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = ((from.month - 1 + index) % MONTHS) + 1;
    const year = from.year + Math.floor((from.month - 1 + index) / MONTHS);
    const theirs = events.filter(({ date }) => date >= today && dateParts(date).year === year && dateParts(date).month === month);
    return { year, month, events: theirs.map(({ id, title, image }) => ({ id, title, image })) };
  });
}
