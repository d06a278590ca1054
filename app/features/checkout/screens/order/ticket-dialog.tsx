import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { type Menu, type MenuChoice, type MenuSection, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { graphemeLength } from '#app/domain/plain-text.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { chosenIn, draftTicket, isFull, placesLeft, placesText, type TicketChoice, tidyNote, toggleItem, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/feedback/dialog.tsx';
import { TextAreaField } from '#app/ui/forms/field.tsx';
import { Price } from '#app/ui/price.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';

import styles from './ticket-dialog.module.css';

export interface TicketDialogProps {
  menu: Menu;
  /** Places of dishes that the cart's other tickets take. */
  taken: ReadonlyMap<string, number>;
  role: Role;
  mode: 'add' | 'edit';
  /** Where the choice begins. Mount the dialog anew (by key) for another ticket. */
  start: TicketChoice;
  open: boolean;
  /** By a stray touch, Esc or the cross: what was chosen is to be kept. */
  onDismiss: (choice: TicketChoice) => void;
  onCancel: (choice: TicketChoice) => void;
  onSave: (choice: TicketChoice) => void;
}

/** 'Configura el teu menjar' (spec §2 Order). */
export function TicketDialog({ menu, taken, role, mode, start, open, onDismiss, onCancel, onSave }: TicketDialogProps): ReactNode {
  const [choice, setChoice] = useState(start);
  const reasonId = useId();
  const form = useRef<HTMLDivElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const noteLength = graphemeLength(choice.note.trim());
  const { ticket, problem } = draftTicket(menu, choice, role);
  const isNothing = problem?.kind === 'nothing_chosen';

  return (
    <Dialog
      open={open}
      onClose={() => onDismiss(choice)}
      title={mode === 'add' ? 'Configura el teu menjar' : 'Editar menjar'}
      footer={
        <>
          <div className={styles.sum}>
            <p id={reasonId} className={styles.reason} role="status">
              {problem === null ? '' : selectionProblemText(problem)}
            </p>
            <Price cents={ticket.price} size="large" isOpen={problem !== null} />
          </div>
          <Button tone="quiet" onClick={() => onCancel(choice)}>
            Cancel·lar
          </Button>
          <Button
            aria-disabled={problem !== null}
            aria-describedby={problem === null ? undefined : reasonId}
            onClick={() => onSave({ ...choice, note: tidyNote(choice.note) })}
            onStopped={() => {
              // What is said beside it moves it.
              flushSync(() => setIsAsked(true));
              leadToFault(form.current);
            }}
          >
            {mode === 'add' ? 'Afegir a la comanda' : 'Guardar canvis'}
          </Button>
        </>
      }
    >
      <div ref={form} className={styles.form}>
        {menu.sections.map((section) => (
          <SectionChoices
            key={section.id}
            section={section}
            choice={choice}
            taken={taken}
            isMissing={isNothing || (section.required && chosenIn(choice, section.id).length === 0)}
            isAsked={isAsked}
            onToggle={(itemId) => setChoice((now) => toggleItem(now, section, itemId))}
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
          // The browser counts units, people characters: what is too much is said, not cut from under the fingers.
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

/** What keeps a choice from being saved stands in it by this mark, the first one first; the note by its own. */
const FAULT = '[data-missing] input, [aria-invalid]';

function leadToFault(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>(FAULT);
  if (!control) return;
  control.focus({ preventScroll: true });
  (control.closest('fieldset') ?? control).scrollIntoView({ block: 'start' });
}

interface SectionChoicesProps {
  section: MenuSection;
  choice: TicketChoice;
  taken: ReadonlyMap<string, number>;
  isMissing: boolean;
  /** Somebody has tried to save: what is missing is said beside it. */
  isAsked: boolean;
  onToggle: (itemId: string) => void;
}

function SectionChoices({ section, choice, taken, isMissing, isAsked, onToggle }: SectionChoicesProps): ReactNode {
  const isSingle = section.maxSelection === 1;
  return (
    <Choices
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
  legend: ReactNode;
  hint?: string | undefined;
  /** `left`: places of a dish that can run out. */
  choices: readonly (MenuChoice & { left?: number | null })[];
  chosen: readonly string[];
  /** No more may be chosen until one is taken away. */
  full: boolean;
  /** One choice takes the place of another. */
  isSingle?: boolean;
  /** The ticket can't be saved without it. */
  isMissing?: boolean;
  /** Said in words beside it. */
  fault?: string | null;
  onToggle: (id: string) => void;
}

/** Where only one may be chosen they look like radio buttons, and are check boxes: a second tap takes the choice away (spec §5). */
function Choices({ legend, hint, choices, chosen, full, isSingle = false, isMissing = false, fault = null, onToggle }: ChoicesProps): ReactNode {
  const hintId = useId();
  return (
    <fieldset className={styles.section} data-missing={isMissing ? '' : undefined} aria-describedby={hint === undefined ? undefined : hintId}>
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
