import { fieldProblems, type Problems, withoutNulls } from '../fields/field.ts';
import { parseDate } from '../time/dates.ts';
import { instantInMadrid } from '../time/madrid-time.ts';
import { dayProblems, EVENT_FIELDS, type EventDraft, WRONG_KITCHEN_DEADLINE, WRONG_SALE_START, WRONG_TABLES_CLOSE } from './event-fields.ts';
import { saleClosesAt } from './sale.ts';

export function eventProblems(draft: EventDraft): Problems {
  const problems = { ...fieldProblems(EVENT_FIELDS, draft), ...dayProblems(draft) };
  if (problems['date'] !== undefined || problems['time'] !== undefined) return problems;
  return { ...withoutNulls({ saleStart: saleStartProblem(draft, problems), kitchenDeadline: beforeStart(draft, draft.kitchenDeadline, WRONG_KITCHEN_DEADLINE), groupsCloseAt: beforeStart(draft, draft.groupsCloseAt, WRONG_TABLES_CLOSE) }), ...problems };
}

function saleStartProblem({ date, time, saleStart, saleEndDate }: EventDraft, problems: Problems): string | null {
  if (saleStart === null || problems['saleStart'] !== undefined) return null;
  const isReadable = saleEndDate === null || parseDate(saleEndDate) === saleEndDate;
  return !isReadable || Date.parse(saleStart) < saleClosesAt({ date, time, saleEndDate }) ? null : WRONG_SALE_START;
}

function beforeStart({ date, time }: EventDraft, instant: string | null | undefined, problem: string): string | null {
  return typeof instant !== 'string' || Date.parse(instant) <= instantInMadrid(date, time) ? null : problem;
}

export function soldOverLimit(maxTickets: number | null, sold: number): number | null {
  return maxTickets !== null && sold > maxTickets ? sold - maxTickets : null;
}
