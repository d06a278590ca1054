import { useState } from 'react';

import { draftTicket, EMPTY_CHOICE, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { hasChoices, type Menu, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import type { SaleMeans } from '#app/domain/till/means.ts';

export type DeskMenu = Menu;

type Category = 'public' | 'socio' | 'comision';
export const CATEGORIES: readonly Category[] = ['public', 'socio', 'comision'];
export type CategoryMenus = Record<Category, DeskMenu>;

export interface Line {
  choice: TicketChoice;
  quantity: number;
}

export interface Sale {
  menus: CategoryMenus;
  /** At the prices of the chosen category. */
  menu: DeskMenu;
  hasMenu: boolean;
  category: Category;
  means: SaleMeans;
  choice: TicketChoice;
  quantity: number;
  lines: readonly Line[];
  tickets: readonly Pick<TicketChoice, 'sections' | 'options'>[];
  total: number;
  problem: string | null;
  /** Whether somebody has met the problem by a press. */
  isPressed: boolean;
  priceOf(choice: TicketChoice): number;
  setCategory(category: Category): void;
  setMeans(means: SaleMeans): void;
  setChoice(choice: TicketChoice): void;
  setQuantity(quantity: number): void;
  add(): void;
  remove(index: number): void;
  /** Told at the press; from then on the problem shows. */
  mayBeSold(): boolean;
}

export function useSale(menus: CategoryMenus): Sale {
  const [category, setCategory] = useState<Category>('public');
  const [means, setMeans] = useState<SaleMeans>('cash');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [choice, setChoice] = useState<TicketChoice>(EMPTY_CHOICE);
  const [quantity, setQuantity] = useState(1);
  const [isPressed, setPressed] = useState(false);

  const menu = menus[category];
  const priceOf = (one: TicketChoice): number => (means === 'house' ? 0 : draftTicket(menu, one, category).ticket.price);
  const draft = draftTicket(menu, choice, category);
  const isEmpty = isEmptyChoice(choice);
  const sold: readonly Line[] = draft.problem === null && !(hasChoices(menu) && isEmpty) ? [...lines, { choice, quantity }] : lines;
  const tickets = sold.flatMap((line) => Array.from({ length: line.quantity }, () => ({ sections: line.choice.sections, options: line.choice.options })));
  // A dish that was begun and misses its second half would be left out of the sale unseen.
  const unfinished = isEmpty && lines.length > 0 ? null : draft.problem;
  const problem = unfinished !== null ? selectionProblemText(unfinished) : tickets.length > MAX_TICKETS_PER_ORDER ? `Com a màxim ${MAX_TICKETS_PER_ORDER} tiquets en una venda.` : null;

  return {
    menus,
    menu,
    hasMenu: hasChoices(menu),
    category,
    means,
    choice,
    quantity,
    lines,
    tickets,
    problem,
    isPressed,
    priceOf,
    setCategory,
    setMeans,
    setChoice,
    setQuantity,
    total: sold.reduce((sum, line) => sum + line.quantity * priceOf(line.choice), 0),
    add() {
      setPressed(draft.problem !== null);
      if (draft.problem !== null) return;
      setLines([...lines, { choice, quantity }]);
      setChoice(EMPTY_CHOICE);
      setQuantity(1);
    },
    remove: (index) => setLines(lines.toSpliced(index, 1)),
    mayBeSold() {
      setPressed(problem !== null);
      return problem === null;
    },
  };
}

function isEmptyChoice({ sections, options }: TicketChoice): boolean {
  return Object.keys(sections).length === 0 && options.length === 0;
}
