import { type ReactNode, useId, useState } from 'react';

import { type Menu, type MenuChoice, type MenuSection, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { graphemeLength } from '#app/domain/plain-text.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { chosenIn, draftTicket, isFull, type TicketChoice, tidyNote, toggleItem, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/feedback/dialog.tsx';
import { TextAreaField } from '#app/ui/forms/field.tsx';
import { Price } from '#app/ui/price.tsx';

import styles from './ticket-dialog.module.css';

export interface TicketDialogProps {
  menu: Menu;
  role: Role;
  mode: 'add' | 'edit';
  /** Where the choice begins. Mount the dialog anew (by key) for another ticket. */
  start: TicketChoice;
  open: boolean;
  onCancel: () => void;
  onSave: (choice: TicketChoice) => void;
}

/** 'Configura el teu menjar' (spec §2 Order). */
export function TicketDialog({ menu, role, mode, start, open, onCancel, onSave }: TicketDialogProps): ReactNode {
  const [choice, setChoice] = useState(start);
  const reasonId = useId();
  const noteLength = graphemeLength(choice.note.trim());
  const { ticket, problem } = draftTicket(menu, choice, role);

  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={mode === 'add' ? 'Configura el teu menjar' : 'Editar menjar'}
      closeLabel="Tancar sense guardar"
      footer={
        <>
          <div className={styles.sum}>
            <p id={reasonId} className={styles.reason} role="status">
              {problem === null ? '' : selectionProblemText(problem)}
            </p>
            <Price cents={ticket.price} size="large" />
          </div>
          <Button tone="quiet" onClick={onCancel}>
            Cancel·lar
          </Button>
          <Button
            aria-disabled={problem !== null}
            aria-describedby={problem === null ? undefined : reasonId}
            onClick={() => onSave({ ...choice, note: tidyNote(choice.note) })}
          >
            {mode === 'add' ? 'Afegir a la comanda' : 'Guardar canvis'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {menu.sections.map((section) => (
          <SectionChoices
            key={section.id}
            section={section}
            choice={choice}
            onToggle={(itemId) => setChoice((now) => toggleItem(now, section, itemId))}
          />
        ))}
        {menu.options.length > 0 ? (
          <Choices
            legend="Extres (opcional):"
            choices={menu.options}
            chosen={choice.options}
            full={false}
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

interface SectionChoicesProps {
  section: MenuSection;
  choice: TicketChoice;
  onToggle: (itemId: string) => void;
}

function SectionChoices({ section, choice, onToggle }: SectionChoicesProps): ReactNode {
  return (
    <Choices
      legend={
        <>
          {section.name}
          {section.required ? (
            <>
              {' '}
              <span className={styles.star} title="Obligatori">
                *
              </span>
            </>
          ) : null}
        </>
      }
      hint={section.maxSelection > 1 ? `Màxim ${section.maxSelection} opcions` : undefined}
      choices={section.items}
      chosen={chosenIn(choice, section.id)}
      full={section.maxSelection > 1 && isFull(choice, section)}
      onToggle={onToggle}
    />
  );
}

interface ChoicesProps {
  legend: ReactNode;
  hint?: string | undefined;
  choices: readonly MenuChoice[];
  chosen: readonly string[];
  /** No more may be chosen until one is taken away. */
  full: boolean;
  onToggle: (id: string) => void;
}

/** Check boxes even where only one may be chosen: a second tap takes the choice away (spec §5). */
function Choices({ legend, hint, choices, chosen, full, onToggle }: ChoicesProps): ReactNode {
  const hintId = useId();
  return (
    <fieldset className={styles.section} aria-describedby={hint === undefined ? undefined : hintId}>
      <legend className={styles.legend}>{legend}</legend>
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
          {hint}
          {full ? ' · ja les has triades' : ''}
        </p>
      )}
      <div className={styles.choices}>
        {choices.map((one) => (
          <label key={one.id} className={styles.choice}>
            <input
              type="checkbox"
              className={styles.box}
              checked={chosen.includes(one.id)}
              disabled={full && !chosen.includes(one.id)}
              onChange={() => onToggle(one.id)}
            />
            <span className={styles.emoji} aria-hidden="true">
              {one.emoji}
            </span>
            <span className={styles.name}>{one.name}</span>
            <Price cents={one.price} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
