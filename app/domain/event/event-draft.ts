import { fieldProblems, type Problems, withoutNulls } from '../fields/field.ts';
import { parseDate } from '../time/dates.ts';
import { instantInMadrid } from '../time/madrid-time.ts';
import { dayProblems, EVENT_FIELDS, type EventDraft, WRONG_KITCHEN_DEADLINE, WRONG_SALE_START } from './event-fields.ts';
import { saleClosesAt } from './sale.ts';

export function eventProblems(draft: EventDraft): Problems {
  const problems = { ...fieldProblems(EVENT_FIELDS, draft), ...dayProblems(draft) };
  if (problems['date'] !== undefined || problems['time'] !== undefined) return problems;
  return { ...withoutNulls({ saleStart: saleStartProblem(draft, problems), kitchenDeadline: deadlineProblem(draft) }), ...problems };
}

function saleStartProblem({ date, time, saleStart, saleEndDate }: EventDraft, problems: Problems): string | null {
  if (saleStart === null || problems['saleStart'] !== undefined) return null;
  const isReadable = saleEndDate === null || parseDate(saleEndDate) === saleEndDate;
  return !isReadable || Date.parse(saleStart) < saleClosesAt({ date, time, saleEndDate }) ? null : WRONG_SALE_START;
}

function deadlineProblem({ date, time, kitchenDeadline = null }: EventDraft): string | null {
  return kitchenDeadline === null || Date.parse(kitchenDeadline) <= instantInMadrid(date, time) ? null : WRONG_KITCHEN_DEADLINE;
}

export function soldOverLimit(maxTickets: number | null, sold: number): number | null {
  return maxTickets !== null && sold > maxTickets ? sold - maxTickets : null;
}
