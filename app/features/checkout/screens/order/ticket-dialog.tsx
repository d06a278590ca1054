import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { hasChoices, type Menu, type MenuChoice, type MenuSection, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { graphemeLength } from '#app/domain/plain-text.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { chosenIn, dishesOf, draftTicket, EMPTY_CHOICE, isFull, placesLeft, placesText, type TicketChoice, tidyNote, toggleItem, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/feedback/dialog.tsx';
import { TextAreaField } from '#app/ui/forms/field.tsx';
import { Stepper } from '#app/ui/forms/stepper.tsx';
import { Price } from '#app/ui/price.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';

import styles from './ticket-dialog.module.css';

export interface TicketDialogProps {
  menu: Menu;
  /** By the cart's other tickets. */
  taken: ReadonlyMap<string, number>;
  role: Role;
  mode: 'add' | 'edit';
  /** Give the dialog a new key for another ticket. */
  start: TicketChoice;
  open: boolean;
  /** By a stray touch, Esc or the cross. */
  onDismiss: (choice: TicketChoice) => void;
  onCancel: (choice: TicketChoice) => void;
  onSave: (choice: TicketChoice) => void;
  /** From 1. */
  position: number;
  /** How many more the order can take. */
  room: number;
  onAdd: (choice: TicketChoice, quantity: number) => void;
  /** Adds, and begins with the next person's. */
  onAddNext: (choice: TicketChoice, quantity: number) => void;
  /** Null where nothing is paid. */
  onAddAndPay: ((choice: TicketChoice, quantity: number) => void) | null;
}

/** Spec §2. */
export default function TicketDialog({ menu, taken, role, mode, start, open, position, room, onDismiss, onCancel, ...act }: TicketDialogProps): ReactNode {
  const [choice, setChoice] = useState(start);
  const [quantity, setQuantity] = useState(1);
  const reasonId = useId();
  const form = useRef<HTMLDivElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const noteLength = graphemeLength(choice.note.trim());
  const { ticket, problem } = draftTicket(menu, choice, role);
  const isNothing = problem?.kind === 'nothing_chosen';

  /** Pressed too early, a button leads to what is missing. */
  function keepBy(onKeep: Keep): KeepProps {
    return {
      single: true,
      'aria-disabled': problem !== null,
      'aria-describedby': problem === null ? undefined : reasonId,
      onClick: (event) => onKeep({ ...choice, note: tidyNote(choice.note) }, event.currentTarget.closest('dialog')),
      onStopped: () => {
        // The error beside the field moves it.
        flushSync(() => setIsAsked(true));
        leadToFault(form.current);
      },
    };
  }

  function beginNext(kept: TicketChoice, dialog: HTMLElement | null): void {
    act.onAddNext(kept, quantity);
    flushSync(() => {
      setChoice(EMPTY_CHOICE);
      setQuantity(1);
      setIsAsked(false);
    });
    dialog?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
    dialog?.scrollTo({ top: 0 });
  }

  function choose(section: MenuSection, itemId: string): void {
    const next = toggleItem(choice, section, itemId);
    setChoice(next);
    const isDone = chosenIn(next, section.id).length >= section.maxSelection;
    const missing = draftTicket(menu, next, role).problem;
    if (isDone && missing?.kind === 'required_missing') leadToSection(form.current, { after: section.id });
  }

  const most = Math.max(1, Math.min(room, ...dishesOf(menu, choice).map((dish) => placesLeft(dish, taken) ?? room)));
  return (
    <Dialog
      open={open}
      onClose={() => onDismiss(choice)}
      title={mode === 'add' ? 'Configura el teu menjar' : hasChoices(menu) ? 'Editar menjar' : 'Afegir observacions'}
      footer={
        <>
          <div className={styles.sum}>
            {mode === 'add' ? (
              <Stepper
                label="Quants?"
                value={quantity}
                min={1}
                max={most}
                addLabel="Un igual més"
                removeLabel="Un igual menys"
                onAdd={() => setQuantity(quantity + 1)}
                onRemove={() => setQuantity(quantity - 1)}
              />
            ) : null}
            <p id={reasonId} className={styles.reason} role="status">
              {problem === null ? '' : selectionProblemText(problem)}
            </p>
            <Price cents={ticket.price * quantity} size="large" isOpen={problem !== null} />
          </div>
          <DialogButtons
            mode={mode}
            mayAddNext={quantity < room}
            keepBy={keepBy}
            onCancel={() => onCancel(choice)}
            onSave={act.onSave}
            onAdd={(kept) => act.onAdd(kept, quantity)}
            onAddNext={beginNext}
            onAddAndPay={act.onAddAndPay && ((kept) => act.onAddAndPay?.(kept, quantity))}
          />
        </>
      }
    >
      {mode === 'add' && position > 1 ? <p className={styles.position}>Ticket {position}</p> : null}
      <div ref={form} className={styles.form}>
        {menu.sections.map((section) => (
          <SectionChoices
            key={section.id}
            section={section}
            choice={choice}
            taken={taken}
            isMissing={isNothing || (section.required && chosenIn(choice, section.id).length === 0)}
            isAsked={isAsked}
            onToggle={(itemId) => choose(section, itemId)}
          />
        ))}
        {menu.options.length > 0 ? (
          <Choices
            legend="Extres (opcional):"
            choices={menu.options}
            chosen={choice.options}
            full={false}
            isMissing={isNothing}
            onToggle={(optionId) => setChoice((now) => toggleOption(now, optionId))}
          />
        ) : null}
        <TextAreaField
          label="Observacions especials:"
          hint="Al·lèrgies, intoleràncies o el que la cuina haja de saber."
          value={choice.note}
          // The browser counts UTF-16 units, people graphemes: too much is said, not cut off.
          maxLength={MAX_NOTE_UNITS}
          rows={3}
          count={`${noteLength} / ${MAX_NOTE_LENGTH}`}
          error={noteLength > MAX_NOTE_LENGTH ? selectionProblemText({ kind: 'bad_note' }) : null}
          onChange={(event) => setChoice({ ...choice, note: event.target.value })}
        />
      </div>
    </Dialog>
  );
}

type Keep = (kept: TicketChoice, dialog: HTMLElement | null) => void;
type KeepProps = Pick<ButtonProps, 'aria-disabled' | 'aria-describedby' | 'onClick' | 'onStopped' | 'single'>;

interface DialogButtonsProps {
  mode: TicketDialogProps['mode'];
  mayAddNext: boolean;
  keepBy: (onKeep: Keep) => KeepProps;
  onCancel: () => void;
  onSave: Keep;
  onAdd: Keep;
  onAddNext: Keep;
  /** Null where nothing is paid. */
  onAddAndPay: Keep | null;
}

function DialogButtons({ mode, mayAddNext, keepBy, onCancel, onSave, onAdd, onAddNext, onAddAndPay }: DialogButtonsProps): ReactNode {
  if (mode === 'edit') {
    return (
      <>
        <Button tone="quiet" onClick={onCancel}>
          Cancel·lar
        </Button>
        <Button {...keepBy(onSave)}>Guardar canvis</Button>
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
          <Button tone="text" {...keepBy(onAddNext)}>
            Afegir i un altre
          </Button>
        ) : null}
      </div>
      <Button tone={onAddAndPay === null ? 'primary' : 'quiet'} {...keepBy(onAdd)}>
        Afegir a la comanda
      </Button>
      {onAddAndPay === null ? null : <Button {...keepBy(onAddAndPay)}>Afegir i pagar</Button>}
    </>
  );
}

/** The first field that keeps the choice from being saved. */
const FAULT = '[data-missing] input, [aria-invalid]';

function leadToFault(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>(FAULT);
  if (!control) return;
  control.focus({ preventScroll: true });
  (control.closest('fieldset') ?? control).scrollIntoView({ block: 'start' });
}

/** The focus stays where it is. */
function leadToSection(form: HTMLElement | null, { after }: { after: string }): void {
  const sections = [...(form?.querySelectorAll<HTMLElement>('[data-section]') ?? [])];
  const at = sections.findIndex((section) => section.dataset['section'] === after);
  const next = [...sections.slice(at + 1), ...sections.slice(0, at)].find((section) => 'required' in section.dataset && section.querySelector(':checked') === null);
  next?.scrollIntoView({ block: 'start', behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
}

interface SectionChoicesProps {
  section: MenuSection;
  choice: TicketChoice;
  taken: ReadonlyMap<string, number>;
  isMissing: boolean;
  isAsked: boolean;
  onToggle: (itemId: string) => void;
}

function SectionChoices({ section, choice, taken, isMissing, isAsked, onToggle }: SectionChoicesProps): ReactNode {
  const isSingle = section.maxSelection === 1;
  return (
    <Choices
      section={section}
      isMissing={isMissing}
      fault={isMissing && isAsked && section.required ? selectionProblemText({ kind: 'required_missing', section: section.name }) : null}
      isSingle={isSingle}
      legend={
        <>
          {section.name}
          {section.required ? (
            <>
              {' '}
              <span className={styles.star} aria-hidden="true">
                *
              </span>
              <VisuallyHidden>(obligatori)</VisuallyHidden>
            </>
          ) : null}
        </>
      }
      hint={isSingle ? "Tria'n 1" : `Màxim ${section.maxSelection} opcions`}
      choices={section.items.map((dish) => ({ ...dish, left: placesLeft(dish, taken) }))}
      chosen={chosenIn(choice, section.id)}
      full={!isSingle && isFull(choice, section)}
      onToggle={onToggle}
    />
  );
}

interface ChoicesProps {
  section?: MenuSection;
  legend: ReactNode;
  hint?: string | undefined;
  /** `left`: places of a dish that can run out. */
  choices: readonly (MenuChoice & { left?: number | null })[];
  chosen: readonly string[];
  full: boolean;
  isSingle?: boolean;
  isMissing?: boolean;
  fault?: string | null;
  onToggle: (id: string) => void;
}

/** Look like radio buttons where one may be chosen, but a second tap takes the choice away (spec §5). */
function Choices({ section, legend, hint, choices, chosen, full, isSingle = false, isMissing = false, fault = null, onToggle }: ChoicesProps): ReactNode {
  const hintId = useId();
  return (
    <fieldset
      className={styles.section}
      data-section={section?.id}
      data-required={section?.required === true ? '' : undefined}
      data-missing={isMissing ? '' : undefined}
      aria-describedby={hint === undefined ? undefined : hintId}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
          {hint}
          {full ? ' · ja les has triades' : ''}
        </p>
      )}
      {fault === null ? null : <p className={styles.fault}>{fault}</p>}
      <div className={styles.choices}>
        {choices.map((one) => (
          <label key={one.id} className={styles.choice}>
            <input
              type="checkbox"
              className={isSingle ? `${styles.box} ${styles.round}` : styles.box}
              checked={chosen.includes(one.id)}
              disabled={(full || one.left === 0) && !chosen.includes(one.id)}
              onChange={() => onToggle(one.id)}
            />
            <span className={styles.emoji} aria-hidden="true">
              {one.emoji}
            </span>
            <span className={styles.name}>
              {one.name}
              <Places left={one.left ?? null} />
            </span>
            <Price cents={one.price} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Places({ left }: { left: number | null }): ReactNode {
  const text = placesText(left);
  return text === null ? null : <span className={`${styles.places} ${left === 0 ? styles.gone : ''}`}> {text}</span>;
}
