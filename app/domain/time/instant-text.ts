import { formatDate } from './dates.ts';

const MADRID = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function dateAndTimeText(instant: string): { date: string; time: string } {
  const parts = new Map(MADRID.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return { date: formatDate(`${part('year')}-${part('month')}-${part('day')}`), time: `${part('hour')}:${part('minute')}` };
}

export function instantText(instant: string): string {
  const { date, time } = dateAndTimeText(instant);
  return `${date} · ${time}`;
}

export function timeText(instant: string): string {
  return dateAndTimeText(instant).time;
}

export function dayText(instant: string): string {
  return instantText(instant).slice(0, -' · 21:04'.length);
}

export function durationText(seconds: number): string {
  return seconds < 120 ? `${seconds}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`;
}
