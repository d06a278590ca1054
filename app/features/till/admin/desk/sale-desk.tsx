import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Form, useNavigate, useNavigation, useRevalidator } from 'react-router';

import { chosenDishes, chosenIn, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import { clashes, clashText, isNeedCode, needWords } from '#app/domain/food/needs.ts';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { PAYING_ROLES } from '#app/domain/people/roles.ts';
import { MAX_NOTE_NAME, type Menu } from '#app/domain/event/menu.ts';
import { MAX_NOTE_LENGTH, MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import { changeFor } from '#app/domain/till/change.ts';
import { TENDER_NAMES, SALE_TENDERS, type SaleTender } from '#app/domain/till/tender.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmailField, TextField } from '#app/design/ui/forms/field.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { useTypedBeforeScripts } from '#app/design/ui/forms/typed-before-scripts.ts';
import { formatEuros, formatPrice } from '#app/design/ui/format-money.ts';
import { StickyBar } from '#app/design/ui/layout/sticky-bar.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { storeSaleDraft, readDraft, removeDraft, type SaleDraft, type SaleTexts } from '../../client/sale-draft.ts';
import type { SaleReply } from '../../client/send-sale.ts';
import { forgetSale, type SaleAnswer, salePath, useUnansweredSales } from '../../client/unanswered-sales.ts';
import { SaleDishes } from './dish-choices.tsx';
import { type PlacesLeft, shortText } from './places-left.ts';
import styles from './sale-desk.module.css';
import { typedDraft } from './typed-draft.ts';
import { type CategoryMenus, emptyDraft, type Sale, useSale, useStoredDraft } from './use-sale.ts';

interface SaleDeskProps {
  eventId: number;
  /** Whether it may be sold into a colla. */
  groups: boolean;
  asksNeeds: boolean;
  places: PlacesLeft;
  menus: CategoryMenus;
  saleKey: string;
  reply: SaleReply | undefined;
}

/** Restores what was typed before a reload. */
export function SaleDesk(props: SaleDeskProps): ReactNode {
  const { saleKey, ...rest } = props;
  const { eventId } = rest;
  const hydrated = useHydrated();
  // Without scripts what was typed comes back with the refusal.
  const refused = rest.reply?.draft;
  const stored = useMemo(() => (hydrated ? readDraft(eventId) : null), [hydrated, eventId]);
  return <Desk key={stored === null ? 'new' : 'stored'} {...rest} initial={stored ?? refused ?? emptyDraft(saleKey)} hydrated={hydrated} />;
}

/** A selection not yet put on the list is sold as well. */
function Desk({ eventId, groups, asksNeeds, places, menus, reply, initial, hydrated }: Omit<SaleDeskProps, 'saleKey'> & { initial: SaleDraft; hydrated: boolean }): ReactNode {
  const sale = useSale(menus, initial);
  const form = useTypedBeforeScripts((typed) => {
    const draft = typedDraft(typed, sale.key);
    if (draft !== null) sale.restore(draft);
  });
  useNextKey(sale, reply?.nextKey);
  useStoredDraft(eventId, sale, hydrated);
  const isWaiting = useAnswer(eventId, sale.key);
  const fields = reply?.fields ?? {};
  return (
    <Form
      ref={form}
      method="post"
      className={styles.desk}
      noValidate
      data-kept={isWaiting || reply?.isClosed ? '' : undefined}
      onSubmit={(event) => {
        if (!sale.mayBeSold()) event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value="sell" />
      <input type="hidden" name="eventId" value={eventId} />
      <input type="hidden" name="key" value={sale.key} />
      {hydrated ? (
        <>
          <input type="hidden" name="cart" value={JSON.stringify(sale.tickets)} />
          <input type="hidden" name="expectedTotal" value={sale.total} />
        </>
      ) : null}
      <Choose sale={sale} asksNeeds={asksNeeds} places={places} fields={fields} isWaiting={isWaiting} />
      <Payment sale={sale} groups={groups} fields={fields} isWaiting={isWaiting} />
      <SellBar count={sale.tickets.length} total={sale.total} means={sale.means} isWaiting={isWaiting} />
    </Form>
  );
}

function useNextKey(sale: Sale, nextKey: string | undefined): void {
  const [taken, setTaken] = useState(nextKey);
  if (nextKey === taken) return;
  setTaken(nextKey);
  if (nextKey !== undefined) sale.setKey(nextKey);
}

/** True while a sale's answer is pending: then a success opens the sale, a refusal reloads the places left. */
function useAnswer(eventId: number, key: string): boolean {
  const own = useUnansweredSales().find((sale) => sale.key === key && sale.isLost);
  const answer = own?.answer ?? null;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const show = useEffectEvent((settled: SaleAnswer) => {
    if (settled.outcome === 'unknown') return;
    if (settled.outcome === 'refused') {
      storeSaleDraft(eventId);
      void revalidate();
      return;
    }
    const path = own === undefined ? '/admin/till' : salePath(own, settled.orderId);
    forgetSale(key);
    removeDraft(eventId);
    void navigate(path);
  });
  useEffect(() => {
    if (answer !== null) show(answer);
  }, [answer]);
  return own !== undefined && answer?.outcome !== 'refused';
}

interface PartProps {
  sale: Sale;
  fields: Record<string, string>;
  isWaiting: boolean;
}

function Choose({ sale, asksNeeds, places, fields, isWaiting }: PartProps & { asksNeeds: boolean; places: PlacesLeft }): ReactNode {
  const hydrated = useHydrated();
  const { menus, hasMenu, problem, lines } = sale;
  const free = typeof places === 'number' ? places - lines.reduce((sum, { quantity }) => sum + quantity, 0) : MAX_TICKETS_PER_ORDER;
  const faults = [sale.isPressed ? problem : null, shortText(places, sale.tickets.length), fields['tickets'] ?? null];
  return (
    <div className={styles.choose} inert={isWaiting}>
      <Segments
        legend="Categoria"
        name="category"
        chosen={sale.category}
        options={PAYING_ROLES.map((one) => ({ value: one, label: ROLE_NAMES[one], ...(!hasMenu && { hint: formatPrice(menus[one].referencePrice) }) }))}
        onChoose={sale.setCategory}
      />
      <SaleDishes sale={sale} asksNeeds={asksNeeds} />
      {hasMenu ? <KitchenNote choice={sale.choice} asksNeeds={asksNeeds} onChange={sale.setChoice} hydrated={hydrated} error={fields['note']} /> : null}
      <div className={ui.cluster3}>
        <Stepper quantity={sale.quantity} most={Math.max(1, Math.min(MAX_TICKETS_PER_ORDER, free))} onChange={sale.setQuantity} />
        {hasMenu && hydrated ? (
          <Button tone="quiet" onClick={sale.add}>
            Afegir i triar-ne un altre
          </Button>
        ) : null}
      </div>
      {faults.map((fault, index) =>
        fault === null ? null : (
          <p key={index} className={styles.fault} role="alert">
            {fault}
          </p>
        ),
      )}
    </div>
  );
}

function KitchenNote({ choice, asksNeeds, onChange, hydrated, error }: { choice: TicketChoice; asksNeeds: boolean; onChange: (choice: TicketChoice) => void; hydrated: boolean; error: string | undefined }): ReactNode {
  const { note, noteName = '' } = choice;
  return (
    <details open={note !== '' || error !== undefined || undefined}>
      <summary className={`${ui.touch} ${ui.link}`}>{asksNeeds ? 'Observacions per a la cuina' : 'Al·lèrgies o observacions per a la cuina'}</summary>
      <div className={ui.stack3}>
        <TextField label="Observacions" name="note" value={note} onChange={({ target }) => onChange({ ...choice, note: target.value })} maxLength={MAX_NOTE_LENGTH} autoComplete="off" error={error} />
        {note === '' && hydrated ? null : (
          <TextField label="Per a qui és este plat?" name="noteName" value={noteName} onChange={({ target }) => onChange({ ...choice, noteName: target.value })} maxLength={MAX_NOTE_NAME} autoComplete="off" />
        )}
      </div>
    </details>
  );
}

function Payment({ sale, groups, fields, isWaiting }: PartProps & { groups: boolean }): ReactNode {
  const hydrated = useHydrated();
  const { means, total, texts } = sale;
  const typed = (name: keyof SaleTexts): { name: string; value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void } => ({
    name,
    value: texts[name] ?? '',
    onChange: ({ target }) => sale.setText(name, target.value),
  });
  return (
    <div className={styles.pay} inert={isWaiting}>
      <CartLines sale={sale} />
      <Segments legend="Com paga" name="means" isNarrow chosen={means} options={SALE_TENDERS.map((one) => ({ value: one, label: TENDER_NAMES[one] }))} onChoose={sale.setTender} />
      {means === 'house' || !hydrated ? <TextField label="Per què convida la casa" {...typed('reason')} maxLength={200} autoComplete="off" error={fields['reason']} /> : null}
      {means === 'cash' && total > 0 ? <Change total={total} /> : null}
      <details open={fields['email'] !== undefined || texts.userName !== '' || texts.email !== '' || (texts.group ?? '') !== '' || undefined}>
        <summary className={`${ui.touch} ${ui.link}`}>{groups ? 'Nom, correu i colla (opcional)' : 'Nom i correu (opcional)'}</summary>
        <div className={ui.stack3}>
          <TextField label="Nom" {...typed('userName')} maxLength={120} autoComplete="off" />
          <EmailField label="Correu, per a enviar-li els tiquets" {...typed('email')} required={false} autoComplete="off" error={fields['email']} />
          {groups ? <TextField label="Codi de la colla" {...typed('group')} maxLength={100} autoComplete="off" error={fields['group']} hint="Per a seure amb ells. Si està plena, es ven sense colla." /> : null}
        </div>
      </details>
    </div>
  );
}

function SellBar({ count, total, means, isWaiting }: { count: number; total: number; means: SaleTender; isWaiting: boolean }): ReactNode {
  const hydrated = useHydrated();
  const busy = useNavigation().formMethod === 'POST';
  return (
    <div className={styles.bar}>
      <StickyBar show="always">
        <span className={ui.stack}>
          <span className={styles.soft}>{count === 1 ? '1 tiquet' : `${count} tiquets`}</span>
          {count === 0 ? null : <output className={styles.total}>{formatEuros(total)}</output>}
        </span>
        <Button type="submit" single busy={busy || isWaiting} busyLabel={isWaiting ? 'Preguntant…' : 'Venent…'}>
          {sellText({ count, total, means, hydrated })}
        </Button>
      </StickyBar>
    </div>
  );
}

/** No sum before there is something to sell. */
function sellText({ count, total, means, hydrated }: { count: number; total: number; means: SaleTender; hydrated: boolean }): string {
  if (means === 'house') return 'Convidar';
  if (!hydrated || count === 0) return 'Cobrar';
  return total === 0 ? 'Fer els tiquets' : `Cobrar ${formatEuros(total)}`;
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
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
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

function CartLines({ sale: { menu, lines, priceOf, remove, dishIn } }: { sale: Sale }): ReactNode {
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

function textOf(menu: Menu, choice: TicketChoice): string {
  const { noteName = '', note, needs } = choice;
  const dishes = chosenDishes(menu, choice).map(({ name }) => name).join(' + ') || 'Tiquet';
  const needed = needs === undefined ? [] : needWords({ codes: needs.codes.filter(isNeedCode), other: needs.other?.trim() || null });
  return [dishes, noteName.trim(), note.trim(), needed.join(', ')].filter((part) => part !== '').join(' · ');
}

function clashesOf(menu: Menu, choice: TicketChoice): string[] {
  const codes = choice.needs?.codes ?? [];
  return chosenDishes(menu, choice).flatMap((dish) => clashes(dish, codes).map((clash) => `${dish.name}: ${clashText(clash)}`));
}

/** The change for the usual notes. */
function Change({ total }: { total: number }): ReactNode {
  const notes = changeFor(total);
  return (
    <p className={ui.figure}>
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
