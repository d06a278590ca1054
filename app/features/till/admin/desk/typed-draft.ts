import { needsOf } from '#app/domain/cart/ticket-choice.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { PAYING_ROLES } from '#app/domain/people/roles.ts';
import { SALE_TENDERS } from '#app/domain/till/tender.ts';
import { needsSent } from '#app/design/food/needs-sent.ts';
import { textOf, textsOf } from '#app/design/ui/forms/form-text.ts';

import type { SaleDraft } from '../../client/sale-draft.ts';

/** What the form shows, without its list of tickets; null where scripts keep it. */
export function typedDraft(form: FormData, key: string): SaleDraft | null {
  if (textOf(form, 'cart') !== '') return null;
  const [note, noteName, needs] = [textOf(form, 'note'), textOf(form, 'noteName'), needsSent(form)];
  return {
    key,
    category: PAYING_ROLES.find((one) => one === textOf(form, 'category')) ?? 'public',
    means: SALE_TENDERS.find((one) => one === textOf(form, 'means')) ?? 'cash',
    lines: [],
    choice: { sections: chosenSections(form), options: textsOf(form, 'option'), note, noteName, ...needsOf({ needs }) },
    quantity: quantityIn(form) ?? 1,
    texts: { reason: textOf(form, 'reason'), userName: textOf(form, 'userName'), email: textOf(form, 'email'), group: textOf(form, 'group') },
  };
}

export function quantityIn(form: FormData): number | null {
  const quantity = Number(textOf(form, 'quantity'));
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_TICKETS_PER_ORDER ? quantity : null;
}

export function chosenSections(form: FormData): Record<string, string[]> {
  const sections: Record<string, string[]> = {};
  for (const [name, value] of form) {
    const [sectionId, itemId] = name.startsWith('dish-') && typeof value === 'string' ? value.split('/') : [];
    if (sectionId !== undefined && itemId !== undefined) sections[sectionId] = [...(sections[sectionId] ?? []), itemId];
  }
  return sections;
}
