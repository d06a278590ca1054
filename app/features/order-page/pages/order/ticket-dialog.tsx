import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { hasChoices, type Menu, type MenuSection, selectionProblemText } from '#app/domain/event/menu.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { CartDraft } from '#app/domain/cart/cart.ts';
import { costsMoreToPublic, type NextTicketQuota } from '#app/domain/cart/cart-prices.ts';
import { type Cents, sumCents } from '#app/domain/money.ts';
import { removedNames, removedText, seenTicket } from '#app/domain/cart/seen-ticket.ts';
import { chosenIn, dishesOf, draftTicket, fitToMenu, isSameChoice, nextChoice, placesLeft, type TicketChoice, type TicketDraft, tidyNote, toggleItem } from '#app/domain/cart/ticket-choice.ts';
import { Button, type ButtonProps } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { Stepper } from '#app/design/ui/forms/stepper.tsx';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './ticket-dialog.module.css';
import { PERSON_FIELD, TicketFields } from './ticket-fields.tsx';

export interface TicketDialogProps {
  menu: Menu;
  /** Null where no quota binds the buyer. */
  quota: NextTicketQuota | null;
  /** Places of each dish that the cart's other tickets use. */
  taken: ReadonlyMap<string, number>;
  asksNeeds: boolean;
  role: Role;
  mode: 'add' | 'edit';
  /** Remount with a new key for another ticket. */
  start: CartDraft;
  open: boolean;
  onDraft: (draft: CartDraft) => void;
  /** By a tap outside, Esc or the cross. */
  onDismiss: () => void;
  onCancel: (draft: CartDraft) => void;
  onSave: (choice: TicketChoice) => void;
  position: number;
  room: number;
  onAdd: (choice: TicketChoice, quantity: number) => void;
  /** Adds the ticket and starts the next one. */
  onAddNext: (choice: TicketChoice, quantity: number) => void;
  /** Null for a free order. */
  onAddAndPay: ((choice: TicketChoice, quantity: number) => void) | null;
}

/** Spec §2. */
export default function TicketDialog(props: TicketDialogProps): ReactNode {
  const { menu, quota, taken, asksNeeds, mode, open, position, room, onDismiss, onCancel, onSave, onAdd, onAddAndPay } = props;
  const draft = useTicketDraft(props);
  const { choice, quantity, problem, isAsBefore, change } = draft;
  const { form, reasonId, showErrors, saveBy, addNext, confirmName, choose } = useTicketForm(props, draft);
  const { sum, dearer } = draftPrice(draft, props);
  const most = Math.max(1, Math.min(room, ...dishesOf(menu, choice).map((dish) => placesLeft(dish, taken) ?? room)));
  return (
    <Dialog
      open={open}
      onClose={onDismiss}
      title={mode === 'add' ? 'Configura el teu menjar' : hasChoices(menu) ? 'Editar menjar' : 'Afegir observacions'}
      footer={
        <>
          <div className={styles.sum}>
            {mode === 'add' ? <QuantityStepper quantity={quantity} most={most} onChange={(changed) => change({ quantity: changed })} /> : null}
            <p id={reasonId} className={styles.reason} role="status">
              {reasonsText(draft, { menu, dearer })}
            </p>
            <Price cents={sum} size="large" isOpen={problem !== null} />
          </div>
          <DialogButtons
            mode={mode}
            mayAddNext={quantity < room}
            saveBy={saveBy}
            onCancel={() => onCancel({ ...draft.typed, ...choice })}
            onSave={onSave}
            onAdd={(saved) => onAdd(saved, quantity)}
            onAddNext={addNext}
            isAsBefore={isAsBefore}
            onAddAndPay={onAddAndPay && ((saved) => onAddAndPay(saved, isAsBefore ? 0 : quantity))}
          />
        </>
      }
    >
      {mode === 'add' && position > 1 ? <p className={`${ui.soft} ${ui.strong}`}>Ticket {position}</p> : null}
      <TicketFields ref={form} menu={quota?.left === 0 ? quota.publicMenu : menu} taken={taken} choice={choice} asksNeeds={asksNeeds} needs={draft.typed.needs} isNothing={problem?.kind === 'nothing_chosen'} showErrors={showErrors} onChange={change} onToggle={choose} onNamed={confirmName} />
    </Dialog>
  );
}

interface Draft extends TicketDraft {
  typed: CartDraft;
  choice: TicketChoice;
  quantity: number;
  isAsBefore: boolean;
  change: (changed: Partial<CartDraft>) => void;
  offerNext: (next: TicketChoice) => void;
}

function useTicketDraft({ menu, role, start, onDraft }: TicketDialogProps): Draft {
  const [typed, setTyped] = useState(start);
  /** What the person before chose, as long as nobody has made it their own. */
  const [offered, setOffered] = useState<TicketChoice | null>(null);
  const { quantity } = typed;
  const { choice } = fitToMenu(typed, menu);

  function change(changed: Partial<CartDraft>): void {
    const next = { ...typed, ...choice, ...changed };
    const known = { ...next, seen: seenTicket(menu, next, role) };
    setTyped(known);
    onDraft(known);
  }

  function offerNext(next: TicketChoice): void {
    setTyped({ id: typed.id, ...next, quantity: 1 });
    setOffered(next);
  }

  const isAsBefore = offered !== null && quantity === 1 && isSameChoice(offered, choice);
  return { typed, choice, quantity, ...draftTicket(menu, choice, role), isAsBefore, change, offerNext };
}

interface TicketForm {
  form: RefObject<HTMLDivElement | null>;
  reasonId: string;
  showErrors: boolean;
  saveBy: (save: Save) => SaveProps;
  addNext: Save;
  confirmName: () => void;
  choose: (section: MenuSection, itemId: string) => void;
}

function useTicketForm({ menu, taken, role, mode, room, ...act }: TicketDialogProps, { choice, quantity, problem, change, offerNext }: Draft): TicketForm {
  const form = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const [showErrors, setShowErrors] = useState(false);

  /** An incomplete form moves the focus to what is missing, rather than disabling the button. */
  function saveBy(save: Save): SaveProps {
    return {
      single: true,
      'aria-disabled': problem !== null,
      'aria-describedby': problem === null ? undefined : reasonId,
      onClick: (event) => save({ ...choice, note: tidyNote(choice.note) }, event.currentTarget.closest('dialog')),
      onStopped: showFault,
    };
  }

  function showFault(): void {
    // The error beside the field shifts its position, so scroll after it is rendered.
    flushSync(() => setShowErrors(true));
    leadToFault(form.current);
  }

  function addNext(saved: TicketChoice, dialog: HTMLElement | null): void {
    act.onAddNext(saved, quantity);
    flushSync(() => {
      offerNext(nextChoice(menu, saved, (dish) => (placesLeft(dish, taken) ?? Infinity) > quantity));
      setShowErrors(false);
    });
    leadToNextPerson(dialog, saved);
  }

  function confirmName(): void {
    const saved = { ...choice, note: tidyNote(choice.note) };
    if (problem !== null) showFault();
    else if (mode === 'edit') act.onSave(saved);
    else if (quantity < room) addNext(saved, form.current?.closest('dialog') ?? null);
    else act.onAdd(saved, quantity);
  }

  function choose(section: MenuSection, itemId: string): void {
    const next = toggleItem(choice, section, itemId);
    change(next);
    const isDone = chosenIn(next, section.id).length >= section.maxSelection;
    const missing = draftTicket(menu, next, role).problem;
    if (isDone && missing?.kind === 'required_missing') leadToSection(form.current, { after: section.id });
  }

  return { form, reasonId, showErrors, saveBy, addNext, confirmName, choose };
}

interface DraftPrice {
  sum: Cents;
  dearer: number;
}

function draftPrice({ choice, ticket, quantity }: Draft, { menu, quota, role }: TicketDialogProps): DraftPrice {
  const atPublic = quota === null ? 0 : Math.max(0, quantity - quota.left);
  const publicTicket = quota === null ? ticket : draftTicket(quota.publicMenu, choice, 'public').ticket;
  const sum = sumCents(Array.from({ length: quantity }, (_, at) => (at < quantity - atPublic ? ticket : publicTicket).price));
  const dearer = quota !== null && costsMoreToPublic(choice, { menu, role, publicMenu: quota.publicMenu }) ? atPublic : 0;
  return { sum, dearer };
}

function reasonsText({ typed, choice, quantity, problem }: Draft, { menu, dearer }: { menu: Menu; dearer: number }): string {
  const isOfOne = quantity > 1 && choice.needs !== undefined;
  const reasons = [
    removedText(removedNames(typed, menu, typed.seen)),
    problem === null ? '' : problem.kind === 'consent_missing' ? 'Falta el permís per a les necessitats.' : selectionProblemText(problem),
    isOfOne ? 'Les necessitats alimentàries van només amb el primer.' : '',
    dearer === 0 ? '' : dearer === quantity ? 'A preu públic.' : `${dearer} a preu públic.`,
  ];
  return reasons.join(' ').trim();
}

function QuantityStepper({ quantity, most, onChange }: { quantity: number; most: number; onChange: (quantity: number) => void }): ReactNode {
  return (
    <div className={styles.many}>
      <span aria-hidden="true">Quants?</span>
      <Stepper label="Quants?" value={quantity} min={1} max={most} addLabel="Un altre igual" removeLabel="Un igual menys" onAdd={() => onChange(quantity + 1)} onRemove={() => onChange(quantity - 1)} />
    </div>
  );
}

type Save = (saved: TicketChoice, dialog: HTMLElement | null) => void;
type SaveProps = Pick<ButtonProps, 'aria-disabled' | 'aria-describedby' | 'onClick' | 'onStopped' | 'single'>;

interface DialogButtonsProps {
  mode: TicketDialogProps['mode'];
  mayAddNext: boolean;
  saveBy: (save: Save) => SaveProps;
  onCancel: () => void;
  onSave: Save;
  onAdd: Save;
  onAddNext: Save;
  /** The next person's dishes are still those of the one before: paying adds no ticket. */
  isAsBefore: boolean;
  onAddAndPay: Save | null;
}

function DialogButtons({ mode, mayAddNext, saveBy, onCancel, onSave, onAdd, onAddNext, isAsBefore, onAddAndPay }: DialogButtonsProps): ReactNode {
  if (mode === 'edit') {
    return (
      <>
        <Button tone="quiet" onClick={onCancel}>
          Cancel·lar
        </Button>
        <Button {...saveBy(onSave)}>Guardar canvis</Button>
      </>
    );
  }
  return (
    <>
      <div className={styles.more}>
        <Button tone="text" onClick={onCancel}>
          Cancel·lar
        </Button>
        {mayAddNext ? (
          <Button tone="text" {...saveBy(onAddNext)}>
            Afegir i un altre
          </Button>
        ) : null}
      </div>
      <Button tone={onAddAndPay === null ? 'primary' : 'quiet'} {...saveBy(onAdd)}>
        Afegir a la comanda
      </Button>
      {onAddAndPay === null ? null : <Button {...saveBy(onAddAndPay)}>{isAsBefore ? 'Procedir al pagament' : 'Afegir i pagar'}</Button>}
    </>
  );
}

const FAULT = '[data-missing] input, [aria-invalid]';

function leadToFault(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>(FAULT);
  if (!control) return;
  control.focus({ preventScroll: true });
  (control.closest('fieldset') ?? control).scrollIntoView({ block: 'start' });
}

function leadToNextPerson(dialog: HTMLElement | null, { noteName }: TicketChoice): void {
  // Whoever names one person names the next.
  if (noteName !== undefined && noteName.trim() !== '') {
    dialog?.querySelector<HTMLElement>(`[name="${PERSON_FIELD}"]`)?.focus();
    return;
  }
  dialog?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  dialog?.scrollTo({ top: 0 });
}

function leadToSection(form: HTMLElement | null, { after }: { after: string }): void {
  const sections = [...(form?.querySelectorAll<HTMLElement>('[data-section]') ?? [])];
  const at = sections.findIndex((section) => section.dataset['section'] === after);
  const next = [...sections.slice(at + 1), ...sections.slice(0, at)].find((section) => 'required' in section.dataset && section.querySelector(':checked') === null);
  next?.scrollIntoView({ block: 'start', behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
}
