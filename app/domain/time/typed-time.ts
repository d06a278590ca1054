import { toIsoDate, parseDate } from './dates.ts';

const SLASHED_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const TYPED_TIME = /^(\d{1,2})[:.h](\d{2})$|^(\d{2})(\d{2})$/;

/** '15 de març, 2027', '2027-03-15' or, the day first, '15/3/2027'. */
export function parseTypedDate(text: string): string | null {
  const typed = text.trim();
  const slashed = SLASHED_DATE.exec(typed.length > 10 ? '' : typed);
  if (!slashed) return parseDate(text);
  return toIsoDate({ day: Number(slashed[1]), month: Number(slashed[3]), year: Number(slashed[4]) });
}

export function parseTypedTime(text: string): string | null {
  const typed = text.trim();
  const read = TYPED_TIME.exec(typed.length > 5 ? '' : typed);
  if (!read) return null;
  const [hour, minute] = [Number(read[1] ?? read[3]), Number(read[2] ?? read[4])];
  return hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
