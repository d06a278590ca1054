import type { DraftProblems, EventDraft } from '#app/domain/event/event-draft.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { EventFormValue } from './event-forms.ts';

/** A sale without an hour starts with its day. */
export function draftOf(value: EventFormValue): EventDraft {
  const { title, image, date, time, endTime, location, description, price, visibility, saleStartDate, saleStartTime, saleEndDate, maxTickets } = value;
  const saleStart = saleStartDate === null ? null : new Date(instantInMadrid(saleStartDate, saleStartTime ?? '00:00')).toISOString();
  const { exitReentry, kitchenService } = value;
  return { title, image, date, time, endTime, location, description, price, visibility, saleStart, saleEndDate, maxTickets, door: { exitReentry, kitchenService } };
}

/** By the form's fields. */
export function fieldProblems({ saleStart, ...problems }: DraftProblems): DraftProblems {
  return { ...problems, ...(saleStart !== undefined && { saleStartDate: saleStart }) };
}
