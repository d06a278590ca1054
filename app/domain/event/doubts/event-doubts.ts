import { addDays, parseDate } from '../../time/dates.ts';
import { timeText } from '../../time/instant-text.ts';
import { instantInMadrid } from '../../time/madrid-time.ts';
import type { EventDraft } from '../event-fields.ts';

type Doubted = Pick<EventDraft, 'date' | 'time' | 'endTime' | 'maxTickets'>;

const FAR_DAYS = 10 * 365;
const LONGEST_HOURS = 12;

/** What may be meant, and is a slip of the finger more often: asked about before it is saved. */
export function eventDoubts(draft: Doubted, today: string): string[] {
  const { date, time, endTime, maxTickets } = draft;
  if (parseDate(date) !== date) return [];
  const actual = timeText(new Date(instantInMadrid(date, time)).toISOString());
  const hours = endTime === null ? 0 : hoursBetween(time, endTime);
  return [
    ...(date < today ? ['La data ja ha passat.'] : []),
    ...(date > addDays(today, FAR_DAYS) ? ['Falten més de deu anys per a esta data.'] : []),
    ...(actual === time ? [] : [`Eixa nit canvia l'hora: les ${time} no existixen, i seran les ${actual}.`]),
    ...(hours > LONGEST_HOURS ? [`Acabaria l'endemà a les ${endTime}, ${Math.round(hours)} hores després de començar.`] : []),
    ...(maxTickets === 0 ? ['Amb un límit de 0 no se\'n pot vendre cap.'] : []),
  ];
}

function hoursBetween(from: string, to: string): number {
  const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return ((minutes(to) - minutes(from) + 24 * 60) % (24 * 60)) / 60;
}

/** Only those that an edit brings: what stood there before was meant. */
export function newDoubts(draft: Doubted, { saved, today }: { saved: Doubted | null; today: string }): string[] {
  const known = saved === null ? [] : eventDoubts(saved, today);
  return eventDoubts(draft, today).filter((doubt) => !known.includes(doubt));
}
