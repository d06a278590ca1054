import { useEffect, useState } from 'react';

import { chosenIn, draftTicket, EMPTY_CHOICE, fitToMenu, isEmptyChoice, needsOf, noteOf, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { hasChoices, type Menu, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import type { PayingRole } from '#app/domain/people/roles.ts';
import type { SaleTender } from '#app/domain/till/tender.ts';

import { leaveDraft, type Line, type SaleDraft, type SaleTexts, saveSaleDraft } from '../../client/sale-draft.ts';
import { type DishState, dishState } from './places-left.ts';

export type CategoryMenus = Record<PayingRole, Menu>;

type OrderedChoice = Pick<TicketChoice, 'sections' | 'options'> & { note?: string; noteName?: string; needs?: TicketChoice['needs'] };

export interface Sale extends SaleDraft {
  menus: CategoryMenus;
  /** At the prices of the chosen category. */
  menu: Menu;
  hasMenu: boolean;
  tickets: readonly OrderedChoice[];
  total: number;
  problem: string | null;
  /** Whether a press has revealed the problem. */
  isPressed: boolean;
  priceOf(choice: TicketChoice): number;
  dishIn(sectionId: string, itemId: string): DishState;
  restore(draft: SaleDraft): void;
  setKey(key: string): void;
  setCategory(category: PayingRole): void;
  setTender(means: SaleTender): void;
  setChoice(choice: TicketChoice): void;
  setQuantity(quantity: number): void;
  setText(name: keyof SaleTexts, text: string): void;
  add(): void;
  remove(index: number): void;
  /** Called on a press; from then on the problem is shown. */
  mayBeSold(): boolean;
}

export const emptyDraft = (key: string): SaleDraft => ({
  key,
  category: 'public',
  means: 'cash',
  lines: [],
  choice: EMPTY_CHOICE,
  quantity: 1,
  texts: { reason: '', userName: '', email: '', group: '' },
});

/** `initial` may be older than the menu. */
export function useSale(menus: CategoryMenus, initial: SaleDraft): Sale {
  const [draft, setDraft] = useState(() => fitted(initial, menus));
  const [isPressed, setPressed] = useState(false);
  const { category, means, lines, choice, quantity, texts } = draft;
  const change = (part: Partial<SaleDraft>): void => setDraft((before) => ({ ...before, ...part }));

  const menu = menus[category];
  const priceOf = (one: TicketChoice): number => (means === 'house' ? 0 : draftTicket(menu, one, category).ticket.price);
  const ticket = draftTicket(menu, choice, category);
  const isEmpty = isEmptyChoice(choice);
  const sold: readonly Line[] = ticket.problem === null && !(hasChoices(menu) && isEmpty) ? [...lines, { choice, quantity }] : lines;
  const tickets = sold.flatMap((line) => Array.from({ length: line.quantity }, () => orderedTicket(line.choice)));
  // An incomplete selection would otherwise be left out of the sale unnoticed.
  const unfinished = isEmpty && lines.length > 0 ? null : ticket.problem;
  const problem = unfinished !== null ? selectionProblemText(unfinished) : tickets.length > MAX_TICKETS_PER_ORDER ? `Com a màxim ${MAX_TICKETS_PER_ORDER} tiquets en una venda.` : null;

  return {
    ...draft,
    menus,
    menu,
    hasMenu: hasChoices(menu),
    tickets,
    problem,
    isPressed,
    priceOf,
    dishIn(sectionId, itemId) {
      const remaining = menu.sections.flatMap(({ items }) => items).find(({ id }) => id === itemId)?.remaining ?? null;
      const onList = lines.reduce((sum, line) => sum + (chosenIn(line.choice, sectionId).includes(itemId) ? line.quantity : 0), 0);
      return dishState({ remaining, onList, chosen: chosenIn(choice, sectionId).includes(itemId) ? quantity : 0 });
    },
    restore: (one) => setDraft(fitted(one, menus)),
    setKey: (one) => change({ key: one }),
    setCategory: (one) => change({ category: one }),
    setTender: (one) => change({ means: one }),
    setChoice: (one) => change({ choice: one }),
    setQuantity: (one) => change({ quantity: one }),
    setText: (name, text) => change({ texts: { ...texts, [name]: text } }),
    total: sold.reduce((sum, line) => sum + line.quantity * priceOf(line.choice), 0),
    add() {
      setPressed(ticket.problem !== null);
      if (ticket.problem === null) change({ lines: [...lines, { choice, quantity }], choice: EMPTY_CHOICE, quantity: 1 });
    },
    remove: (index) => change({ lines: lines.toSpliced(index, 1) }),
    mayBeSold() {
      setPressed(problem !== null);
      return problem === null;
    },
  };
}

/** The draft survives a reload, and is dropped on leaving the desk. */
export function useStoredDraft(eventId: number, { key, category, means, lines, choice, quantity, texts }: SaleDraft, hydrated: boolean): void {
  useEffect(() => {
    if (hydrated) saveSaleDraft(eventId, { key, category, means, lines, choice, quantity, texts });
  });
  useEffect(() => (hydrated ? () => leaveDraft(eventId) : undefined), [eventId, hydrated]);
}

function orderedTicket(choice: TicketChoice): OrderedChoice {
  return { sections: choice.sections, options: choice.options, ...needsOf(choice), ...noteOf(choice) };
}

function fitted(draft: SaleDraft, menus: CategoryMenus): SaleDraft {
  const menu = menus[draft.category];
  const fit = (choice: TicketChoice): TicketChoice => fitToMenu(choice, menu).choice;
  const lines = draft.lines.map((line) => ({ ...line, choice: fit(line.choice) }));
  return { ...draft, choice: fit(draft.choice), lines: hasChoices(menu) ? lines.filter(({ choice }) => !isEmptyChoice(choice)) : lines };
}
