import { type ReactNode, type Ref, useId, useState } from 'react';

import { DishClashes } from '#app/design/food/clashes.tsx';
import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { NeedsFields } from '#app/design/food/needs-fields.tsx';
import { hasNeeds, needsProblemText, NO_NEEDS } from '#app/domain/food/needs.ts';
import { chosenIn, isFull, placesLeft, placesText, type TicketChoice, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import { MAX_NOTE_NAME, type Menu, type MenuChoice, type MenuSection, saysContents, selectionProblemText } from '#app/domain/event/menu.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '#app/domain/order/status.ts';
import { graphemeLength } from '#app/domain/plain-text.ts';
import { TextAreaField, TextField } from '#app/design/ui/forms/field.tsx';
import { Price } from '#app/design/ui/price.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './ticket-fields.module.css';

export const PERSON_FIELD = 'person';

export interface TicketFieldsProps {
  ref: Ref<HTMLDivElement>;
  menu: Menu;
  /** Places of each dish that the cart's other tickets use. */
  taken: ReadonlyMap<string, number>;
  asksNeeds: boolean;
  /** As typed, also while they are not complete. */
  needs: TicketChoice['needs'];
  choice: TicketChoice;
  isNothing: boolean;
  /** Set after the first press: missing choices are then marked. */
  showErrors: boolean;
  onChange: (choice: TicketChoice) => void;
  onToggle: (section: MenuSection, itemId: string) => void;
  /** Enter in the field of the name. */
  onNamed: () => void;
}

export function TicketFields({ ref, menu, taken, asksNeeds, needs = NO_NEEDS, choice, isNothing, showErrors, onChange, onToggle, onNamed }: TicketFieldsProps): ReactNode {
  const offeredNeeds = asksNeeds || saysContents(menu) ? needs.codes : null;
  // It is not folded under the fingers of whoever takes the last mark away.
  const [beginsOpen] = useState(hasNeeds(needs));
  return (
    <div ref={ref} className={ui.stack5}>
      {menu.sections.map((section) => (
        <SectionChoices
          key={section.id}
          section={section}
          choice={choice}
          taken={taken}
          needs={offeredNeeds}
          isMissing={isNothing || (section.required && chosenIn(choice, section.id).length === 0)}
          showErrors={showErrors}
          onToggle={(itemId) => onToggle(section, itemId)}
        />
      ))}
      {menu.options.length > 0 ? (
        <Choices
          legend="Extres (opcional):"
          choices={menu.options}
          needs={offeredNeeds}
          chosen={choice.options}
          full={false}
          isMissing={isNothing}
          onToggle={(optionId) => onChange(toggleOption(choice, optionId))}
        />
      ) : null}
      <PersonField name={choice.noteName ?? ''} onChange={(noteName) => onChange({ ...choice, noteName })} onNamed={onNamed} />
      {asksNeeds ? (
        <details className={styles.needs} open={beginsOpen}>
          <summary className={styles.legend}>Necessitats alimentàries (opcional)</summary>
          <NeedsFields needs={needs} fault={showErrors && hasNeeds(needs) && needs.consent !== true ? needsProblemText('consent_missing') : null} onChange={(changed) => onChange({ ...choice, needs: changed })} />
        </details>
      ) : null}
      <NoteField note={choice.note} asksNeeds={asksNeeds} onChange={(note) => onChange({ ...choice, note })} />
    </div>
  );
}

function PersonField({ name, onChange, onNamed }: { name: string; onChange: (name: string) => void; onNamed: () => void }): ReactNode {
  return (
    <TextField
      name={PERSON_FIELD}
      label="Per a qui? (opcional)"
      hint="El nom ix al costat del seu tiquet."
      value={name}
      maxLength={MAX_NOTE_NAME}
      autoComplete="off"
      enterKeyHint="next"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onNamed();
      }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function NoteField({ note, asksNeeds, onChange }: { note: string; asksNeeds: boolean; onChange: (note: string) => void }): ReactNode {
  const length = graphemeLength(note.trim());
  return (
    <TextAreaField
      label="Observacions especials:"
      hint={asksNeeds ? 'Per a al·lèrgies usa «Necessitats alimentàries».' : 'Al·lèrgies, intoleràncies o el que la cuina haja de saber.'}
      value={note}
      // `maxLength` counts UTF-16 units, so it is set above the real limit in graphemes, which is reported rather than cut off.
      maxLength={MAX_NOTE_UNITS}
      rows={3}
      count={`${length} / ${MAX_NOTE_LENGTH}`}
      error={length > MAX_NOTE_LENGTH ? selectionProblemText({ kind: 'bad_note' }) : null}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface SectionChoicesProps {
  section: MenuSection;
  choice: TicketChoice;
  taken: ReadonlyMap<string, number>;
  needs: readonly string[] | null;
  isMissing: boolean;
  showErrors: boolean;
  onToggle: (itemId: string) => void;
}

function SectionChoices({ section, choice, taken, needs, isMissing, showErrors, onToggle }: SectionChoicesProps): ReactNode {
  const isSingle = section.maxSelection === 1;
  return (
    <Choices
      section={section}
      needs={needs}
      isMissing={isMissing}
      fault={isMissing && showErrors && section.required ? selectionProblemText({ kind: 'required_missing', section: section.name }) : null}
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
  /** `left`: places of a dish with limited stock. */
  choices: readonly (MenuChoice & { left?: number | null })[];
  /** What speaks against a dish; null: nothing is told of what it contains. */
  needs: readonly string[] | null;
  chosen: readonly string[];
  full: boolean;
  isSingle?: boolean;
  isMissing?: boolean;
  fault?: string | null;
  onToggle: (id: string) => void;
}

/** Looks like radio buttons where one may be chosen, but a second tap deselects it (spec §5). */
function Choices({ section, legend, hint, choices, needs, chosen, full, isSingle = false, isMissing = false, fault = null, onToggle }: ChoicesProps): ReactNode {
  const hintId = useId();
  return (
    <fieldset
      className={ui.stack}
      data-section={section?.id}
      data-required={section?.required === true ? '' : undefined}
      data-missing={isMissing ? '' : undefined}
      aria-describedby={hint === undefined ? undefined : hintId}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hint === undefined ? null : (
        <p id={hintId} className={ui.small}>
          {hint}
          {full ? ' · ja les has triades' : ''}
        </p>
      )}
      {fault === null ? null : <p className={ui.fault}>{fault}</p>}
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
              {needs === null ? null : (
                <>
                  <DishContentLine {...one} />
                  <DishClashes dish={one} needs={needs} />
                </>
              )}
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
