import { z } from 'zod';

import { dateField, optional, textField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { moneyFieldText, moneyProblemText, parseMoney } from '#app/domain/money-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import type { EventCost } from '../service.server.ts';

export const MAX_COSTS = 200;
const NO_AMOUNT = 'Escriu un import (exemple: 12,50)';

const amount = typedField<number>((typed) => {
  const read = parseMoney(typed);
  if ('problem' in read) return { problem: read.problem === 'empty' ? NO_AMOUNT : moneyProblemText(read.problem) };
  return read.cents === 0 ? { problem: NO_AMOUNT } : { value: read.cents };
});

const cost = z.object({
  id: optional(z.string().max(60)),
  words: textField({ required: 'Escriu en què', max: 120 }),
  amount,
  spentOn: dateField({ required: 'Escriu la data' }),
});

/** Browsers do not send empty lists. */
export const costForm = z.object({ version: z.string(), costs: z.array(cost).max(MAX_COSTS).default([]) });

export function costFields({ costs, version }: { costs: readonly EventCost[]; version: number }) {
  return { version: String(version), costs: costs.map(({ id, words, amount: cents, spentOn }) => ({ id, words, amount: moneyFieldText(cents), spentOn: formatDate(spentOn) })) };
}

export function costsText(costs: readonly Omit<EventCost, 'id'>[]): string {
  return costs.map(({ words, amount: cents }) => `${words} ${moneyFieldText(cents)} €`).join('; ');
}
