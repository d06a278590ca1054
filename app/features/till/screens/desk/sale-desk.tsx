import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import type { TicketChoice } from '#app/domain/cart/ticket-choice.ts';
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
import { CATEGORIES, type CategoryMenus, type DeskMenu, type Line, type Sale, useSale } from './use-sale.ts';

interface SaleDeskProps {
  eventId: number;
  /** Null without a limit. */
  remaining: number | null;
  menus: CategoryMenus;
  saleKey: string;
  /** What the server found wrong, by field. */
  fields: Record<string, string>;
}

/** One sale: for whom, what, and how it is paid. What is chosen and not yet put on the list is sold with it. */
export function SaleDesk({ eventId, remaining, menus, saleKey, fields }: SaleDeskProps): ReactNode {
  const hydrated = useHydrated();
  const sale = useSale(menus);
  return (
    <Form
      method="post"
      className={styles.desk}
      noValidate
      onSubmit={(event) => {
        if (!sale.mayBeSold()) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="sell" />
      <input type="hidden" name="eventId" value={eventId} />
      <input type="hidden" name="key" value={saleKey} />
      {hydrated ? (
        <>
          <input type="hidden" name="cart" value={JSON.stringify(sale.tickets)} />
          <input type="hidden" name="expectedTotal" value={sale.total} />
        </>
      ) : null}
      <Choose sale={sale} remaining={remaining} fields={fields} />
      <Payment sale={sale} fields={fields} />
      <SellBar count={sale.tickets.length} total={sale.total} means={sale.means} />
    </Form>
  );
}

function Choose({ sale, remaining, fields }: { sale: Sale; remaining: number | null; fields: Record<string, string> }): ReactNode {
  const hydrated = useHydrated();
  const { menus, menu, hasMenu, problem } = sale;
  return (
    <div className={styles.choose}>
      <Segments
        legend="Categoria"
        name="category"
        chosen={sale.category}
        options={CATEGORIES.map((one) => ({ value: one, label: ROLE_NAMES[one], ...(!hasMenu && { hint: formatPrice(menus[one].referencePrice) }) }))}
        onChoose={sale.setCategory}
      />
      {hasMenu ? <DishChoices menu={menu} choice={sale.choice} onChange={sale.setChoice} /> : null}
      <div className={styles.add}>
        <Stepper quantity={sale.quantity} most={Math.max(1, Math.min(MAX_TICKETS_PER_ORDER, remaining ?? MAX_TICKETS_PER_ORDER))} onChange={sale.setQuantity} />
        {hasMenu && hydrated ? (
          <Button tone="quiet" onClick={sale.add}>
            Afegir i triar-ne un altre
          </Button>
        ) : null}
      </div>
      {[sale.isPressed ? problem : null, fields['tickets'] ?? null].map((fault, index) =>
        fault === null ? null : (
          <p key={index} className={styles.fault} role="alert">
            {fault}
          </p>
        ),
      )}
    </div>
  );
}

function Payment({ sale, fields }: { sale: Sale; fields: Record<string, string> }): ReactNode {
  const hydrated = useHydrated();
  const { means, total } = sale;
  return (
    <div className={styles.pay}>
      <CartLines menu={sale.menu} lines={sale.lines} priceOf={sale.priceOf} onRemove={sale.remove} />
      <Segments legend="Com paga" name="means" isNarrow chosen={means} options={SALE_MEANS.map((one) => ({ value: one, label: MEANS_NAMES[one] }))} onChoose={sale.setMeans} />
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
  );
}

function SellBar({ count, total, means }: { count: number; total: number; means: SaleMeans }): ReactNode {
  const hydrated = useHydrated();
  const busy = useNavigation().formMethod === 'POST';
  return (
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
  );
}

interface SegmentsProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  isNarrow?: boolean;
}

function Segments<Value extends string>({ legend, name, options, chosen, onChoose, isNarrow = false }: SegmentsProps<Value>): ReactNode {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={isNarrow ? `${styles.segments} ${styles.means}` : styles.segments}>
        {options.map(({ value, label, hint }) => (
          <label key={value} className={styles.segment}>
            <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
            <span>{label}</span>
            {hint === undefined ? null : <span className={styles.soft}>{hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
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
