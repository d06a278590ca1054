import type { DraftProblems, EventDraft } from '#app/domain/event/event-draft.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { EventFormValue } from './event-forms.ts';

/** Where no hour is said, a sale starts with its day and the kitchen's term ends with its. */
export function draftOf(value: EventFormValue): EventDraft {
  const { title, image, date, time, endTime, location, description, price, visibility, saleStartDate, saleStartTime, saleEndDate, maxTickets } = value;
  const saleStart = saleStartDate === null ? null : new Date(instantInMadrid(saleStartDate, saleStartTime ?? '00:00')).toISOString();
  const { kitchenDate, kitchenTime, exitReentry, kitchenService, givingAllowed, waitingList } = value;
  const kitchenDeadline = kitchenDate === null ? null : new Date(instantInMadrid(kitchenDate, kitchenTime ?? '23:59')).toISOString();
  return { title, image, date, time, endTime, location, description, price, visibility, saleStart, saleEndDate, maxTickets, kitchenDeadline, door: { exitReentry, kitchenService }, givingAllowed, waitingList };
}

/** By the form's fields. */
export function fieldProblems({ saleStart, kitchenDeadline, ...problems }: DraftProblems): DraftProblems {
  return { ...problems, ...(saleStart !== undefined && { saleStartDate: saleStart }), ...(kitchenDeadline !== undefined && { kitchenDate: kitchenDeadline }) };
}
