import type { ReactNode } from 'react';

import { chosenIn, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { clashes, clashText, isNeedCode, needWords } from '#app/domain/food/needs.ts';
import { Button } from '#app/design/ui/button.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './sale-desk.module.css';
import type { DeskMenu, Sale } from './use-sale.ts';

export function CartLines({ sale: { menu, lines, priceOf, remove, dishIn } }: { sale: Sale }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label="Tiquets d'esta venda">
      {lines.map((line, index) => {
        const text = textOf(menu, line.choice);
        const short = menu.sections.flatMap(({ id, items }) => items.filter((item) => chosenIn(line.choice, id).includes(item.id) && dishIn(id, item.id).isShort));
        return (
          <li key={index}>
            <span>
              {line.quantity} × {text}
              {short.map(({ id, name, remaining }) => (
                <span key={id} className={styles.short}>
                  {remaining === 0 ? `${name}: esgotat` : `${name}: no n'hi ha per a tots`}
                </span>
              ))}
              {clashesOf(menu, line.choice).map((clash) => (
                <span key={clash} className={styles.short}>
                  {clash}
                </span>
              ))}
            </span>
            <span className={ui.figure}>{formatPrice(line.quantity * priceOf(line.choice))}</span>
            <Button tone="text" aria-label={`Llevar ${text}`} onClick={() => remove(index)}>
              Llevar
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function chosenDishes(menu: DeskMenu, choice: TicketChoice): DeskMenu['options'] {
  return [...menu.sections.flatMap(({ id, items }) => items.filter((dish) => chosenIn(choice, id).includes(dish.id))), ...menu.options.filter(({ id }) => choice.options.includes(id))];
}

function textOf(menu: DeskMenu, choice: TicketChoice): string {
  const { noteName = '', note, needs } = choice;
  const dishes = chosenDishes(menu, choice).map(({ name }) => name).join(' + ') || 'Tiquet';
  const needed = needs === undefined ? [] : needWords({ codes: needs.codes.filter(isNeedCode), other: needs.other?.trim() || null });
  return [dishes, noteName.trim(), note.trim(), needed.join(', ')].filter((part) => part !== '').join(' · ');
}

function clashesOf(menu: DeskMenu, choice: TicketChoice): string[] {
  const codes = choice.needs?.codes ?? [];
  return chosenDishes(menu, choice).flatMap((dish) => clashes(dish, codes).map((clash) => `${dish.name}: ${clashText(clash)}`));
}
