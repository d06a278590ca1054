import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import { draftTicket, EMPTY_CHOICE, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { hasChoices, type Menu, selectionProblemText } from '#app/domain/event/menu.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { changeFor } from '#app/domain/till/change.ts';
import { MEANS_NAMES, SALE_MEANS, type SaleMeans } from '#app/domain/till/means.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailField, TextField } from '#app/ui/forms/field.tsx';
import { useHydrated } from '#app/ui/forms/hydrated.ts';
import { formatEuros, formatPrice } from '#app/ui/format-money.ts';
import { StickyBar } from '#app/ui/layout/sticky-bar.tsx';

import { DishChoices } from './dish-choices.tsx';
import styles from './sale-desk.module.css';

/** The menu at one category's prices. */
export type DeskMenu = Menu;

type Category = 'public' | 'socio' | 'comision';
const CATEGORIES: readonly Category[] = ['public', 'socio', 'comision'];

interface Line {
  choice: TicketChoice;
  quantity: number;
}

interface SaleDeskProps {
  eventId: number;
  /** Null without a limit. */
  remaining: number | null;
  menus: Record<Category, DeskMenu>;
  saleKey: string;
  /** What the server found wrong, by field. */
  fields: Record<string, string>;
}

/** One sale: for whom, what, and how it is paid. What is chosen and not yet put on the list is sold with it. */
export function SaleDesk({ eventId, remaining, menus, saleKey, fields }: SaleDeskProps): ReactNode {
  const hydrated = useHydrated();
  const busy = useNavigation().formMethod === 'POST';
  const [category, setCategory] = useState<Category>('public');
  const [means, setMeans] = useState<SaleMeans>('cash');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [choice, setChoice] = useState<TicketChoice>(EMPTY_CHOICE);
  const [quantity, setQuantity] = useState(1);
  const [isPressed, setPressed] = useState(false);

  const menu = menus[category];
  const hasMenu = hasChoices(menu);
  const priceOf = (one: TicketChoice): number => (means === 'house' ? 0 : draftTicket(menu, one, category).ticket.price);
  const draft = draftTicket(menu, choice, category);
  const isEmpty = choice === EMPTY_CHOICE || (Object.keys(choice.sections).length === 0 && choice.options.length === 0);
  const sold: readonly Line[] = draft.problem === null && !(hasMenu && isEmpty) ? [...lines, { choice, quantity }] : lines;
  const count = sold.reduce((sum, line) => sum + line.quantity, 0);
  const total = sold.reduce((sum, line) => sum + line.quantity * priceOf(line.choice), 0);
  // A dish that was begun and misses its second half would be left out of the sale unseen.
  const problem = draft.problem !== null && (!isEmpty || lines.length === 0) ? selectionProblemText(draft.problem) : count > MAX_TICKETS_PER_ORDER ? `Com a màxim ${MAX_TICKETS_PER_ORDER} tiquets en una venda.` : null;
  const tickets = sold.flatMap((line) => Array.from({ length: line.quantity }, () => ({ sections: line.choice.sections, options: line.choice.options })));

  function add(): void {
    setPressed(draft.problem !== null);
    if (draft.problem !== null) return;
    setLines([...lines, { choice, quantity }]);
    setChoice(EMPTY_CHOICE);
    setQuantity(1);
  }

  return (
    <Form
      method="post"
      className={styles.desk}
      noValidate
      onSubmit={(event) => {
        setPressed(problem !== null);
        if (problem !== null) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="sell" />
      <input type="hidden" name="eventId" value={eventId} />
      <input type="hidden" name="key" value={saleKey} />
      {hydrated ? (
        <>
          <input type="hidden" name="cart" value={JSON.stringify(tickets)} />
          <input type="hidden" name="expectedTotal" value={total} />
        </>
      ) : null}
      <div className={styles.choose}>
        <fieldset className={styles.group}>
          <legend>Categoria</legend>
          <div className={styles.segments}>
            {CATEGORIES.map((one) => (
              <label key={one} className={styles.segment}>
                <input type="radio" name="category" value={one} checked={category === one} onChange={() => setCategory(one)} />
                <span>{ROLE_NAMES[one]}</span>
                {hasMenu ? null : <span className={styles.soft}>{formatPrice(menus[one].referencePrice)}</span>}
              </label>
            ))}
          </div>
        </fieldset>
        {hasMenu ? <DishChoices menu={menu} choice={choice} onChange={setChoice} /> : null}
        <div className={styles.add}>
          <Stepper quantity={quantity} most={Math.max(1, Math.min(MAX_TICKETS_PER_ORDER, remaining ?? MAX_TICKETS_PER_ORDER))} onChange={setQuantity} />
          {hasMenu && hydrated ? (
            <Button tone="quiet" onClick={add}>
              Afegir i triar-ne un altre
            </Button>
          ) : null}
        </div>
        {isPressed && problem !== null ? (
          <p className={styles.fault} role="alert">
            {problem}
          </p>
        ) : null}
        {fields['tickets'] === undefined ? null : (
          <p className={styles.fault} role="alert">
            {fields['tickets']}
          </p>
        )}
      </div>
      <div className={styles.pay}>
        <CartLines menu={menu} lines={lines} priceOf={priceOf} onRemove={(index) => setLines(lines.toSpliced(index, 1))} />
        <fieldset className={styles.group}>
          <legend>Com paga</legend>
          <div className={`${styles.segments} ${styles.means}`}>
            {SALE_MEANS.map((one) => (
              <label key={one} className={styles.segment}>
                <input type="radio" name="means" value={one} checked={means === one} onChange={() => setMeans(one)} />
                <span>{MEANS_NAMES[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {means === 'house' || !hydrated ? <TextField label="Per què convida la casa" name="reason" maxLength={200} autoComplete="off" error={fields['reason']} /> : null}
        {means === 'cash' && total > 0 ? <Change total={total} /> : null}
        <details className={styles.more} open={fields['email'] !== undefined || undefined}>
          <summary>Nom i correu (opcional)</summary>
          <div className={styles.fields}>
            <TextField label="Nom" name="userName" maxLength={120} autoComplete="off" />
            <EmailField label="Correu, per a enviar-li els tiquets" required={false} autoComplete="off" error={fields['email']} />
          </div>
        </details>
      </div>
      <div className={styles.bar}>
        <StickyBar show="always">
          <span className={styles.sum}>
            <span className={styles.soft}>{count === 1 ? '1 tiquet' : `${count} tiquets`}</span>
            <output className={styles.total}>{formatEuros(total)}</output>
          </span>
          <Button type="submit" single busy={busy} busyLabel="Venent…">
            {means === 'house' ? 'Convidar' : hydrated ? `Cobrar ${formatEuros(total)}` : 'Cobrar'}
          </Button>
      </StickyBar>
      </div>
    </Form>
  );
}

function Stepper({ quantity, most, onChange }: { quantity: number; most: number; onChange: (quantity: number) => void }): ReactNode {
  return (
    <div className={styles.stepper} role="group" aria-label="Quants tiquets així">
      <Button tone="quiet" aria-label="Un menys" aria-disabled={quantity <= 1} onClick={() => onChange(Math.max(1, quantity - 1))}>
        −
      </Button>
      <input type="text" inputMode="numeric" name="quantity" aria-label="Quants" value={quantity} onChange={({ target }) => onChange(Math.min(most, Math.max(1, Number(target.value.replaceAll(/\D/g, '')) || 1)))} />
      <Button tone="quiet" aria-label="Un més" aria-disabled={quantity >= most} onClick={() => onChange(Math.min(most, quantity + 1))}>
        +
      </Button>
    </div>
  );
}

function CartLines({ menu, lines, priceOf, onRemove }: { menu: DeskMenu; lines: readonly Line[]; priceOf: (choice: TicketChoice) => number; onRemove: (index: number) => void }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.lines} aria-label="Tiquets d'esta venda">
      {lines.map((line, index) => {
        const text = textOf(menu, line.choice);
        return (
          <li key={index}>
            <span>
              {line.quantity} × {text}
            </span>
            <span className={styles.price}>{formatPrice(line.quantity * priceOf(line.choice))}</span>
            <Button tone="text" aria-label={`Llevar ${text}`} onClick={() => onRemove(index)}>
              Llevar
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function textOf(menu: DeskMenu, choice: TicketChoice): string {
  const items = menu.sections.flatMap(({ id, items: dishes }) => dishes.filter((dish) => choice.sections[id]?.includes(dish.id) === true));
  const extras = menu.options.filter(({ id }) => choice.options.includes(id));
  return [...items, ...extras].map(({ name }) => name).join(' + ') || 'Tiquet';
}

/** What to hand back of the notes that people pay with. */
function Change({ total }: { total: number }): ReactNode {
  const notes = changeFor(total);
  return (
    <p className={styles.change}>
      Canvi:{' '}
      {notes.map(({ given, back }, index) => (
        <span key={given}>
          {index === 0 ? '' : ' · '}
          de {formatEuros(given)}, <strong>{back === 0 ? 'just' : formatEuros(back)}</strong>
        </span>
      ))}
    </p>
  );
}
