/** Spec §3: "15 de març, 2027" and "1 d'abril, 2027" for people, YYYY-MM-DD inside; a calendar day without time zone. */
const MONTHS = [
  'gener', 'febrer', 'març', 'abril', 'maig', 'juny', 'juliol', 'agost', 'setembre', 'octubre', 'novembre', 'desembre',
] as const;

export const WEEKDAYS = ['dilluns', 'dimarts', 'dimecres', 'dijous', 'divendres', 'dissabte', 'diumenge'] as const;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const CATALAN_DATE = /^(\d{1,2}) (?:de |d')([a-zç]{4,8}),? (?:de |del )?(\d{4})$/;
/** Longer input is refused before a regexp sees it. */
const MAX_DATE_LENGTH = 40;

export interface DateParts {
  year: number;
  month: number;
  day: number;
}

export function parseDate(text: string): string | null {
  if (text.length > MAX_DATE_LENGTH) return null;
  const normal = text.normalize('NFC').replace(/[’‘`´]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
  const iso = ISO_DATE.exec(normal);
  if (iso) return toIsoDate({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const written = CATALAN_DATE.exec(normal);
  if (!written) return null;
  const month = MONTHS.findIndex((name) => name === written[2] || name.replace('ç', 'c') === written[2]) + 1;
  return toIsoDate({ year: Number(written[3]), month, day: Number(written[1]) });
}

export function formatDate(isoDate: string): string {
  const { year, month, day } = dateParts(isoDate);
  return `${day} ${ofMonth(month)}, ${year}`;
}

export function formatDayAndMonth(isoDate: string): string {
  const { month, day } = dateParts(isoDate);
  return `${day} ${ofMonth(month)}`;
}

export function monthName(isoDate: string): string {
  return MONTHS[dateParts(isoDate).month - 1]!;
}

export function weekdayName(isoDate: string): string {
  return WEEKDAYS[(weekdayIndex(isoDate) + 7) % 7]!;
}

export function dateParts(isoDate: string): DateParts {
  const match = ISO_DATE.exec(isoDate);
  const parts = match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (!parts || toIsoDate(parts) === null) throw new RangeError(`not a date: ${isoDate.slice(0, MAX_DATE_LENGTH)}`);
  return parts;
}

export function addDays(isoDate: string, days: number): string {
  const { year, month, day } = dateParts(isoDate);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export function monthGrid(year: number, month: number): (string | null)[][] {
  const first = toIsoDate({ year, month, day: 1 });
  if (first === null) throw new RangeError(`not a month: ${year}-${month}`);
  const cells: (string | null)[] = Array.from({ length: weekdayIndex(first) }, () => null);
  for (let day = 1; day <= daysInMonth(year, month); day += 1) cells.push(toIsoDate({ year, month, day }));
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export function toIsoDate({ year, month, day }: DateParts): string | null {
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function weekdayIndex(isoDate: string): number {
  return (new Date(`${isoDate}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function ofMonth(month: number): string {
  const name = MONTHS[month - 1]!;
  return /^[ao]/.test(name) ? `d'${name}` : `de ${name}`;
}
