import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Copy from 'lucide-react/icons/copy';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { Button } from '#app/design/ui/button.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import hidden from '#app/design/ui/visually-hidden.module.css';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { FormField } from '../fields/form-field.ts';
import styles from './field-list.module.css';
import { changesOf, type FormChanges } from '../form/form-changes.ts';
import { copyIntent, INTENT, itemOfForm } from './list-intents.ts';
import { useDragOrder } from './use-drag-order.ts';
import { UndoRemoval } from './undo-removal.tsx';

interface ListField<Item extends FormField> extends FormField {
  getFieldList(): Item[];
}

type ListForm = Pick<FormChanges, 'id' | 'insert' | 'remove' | 'reorder'>;

export interface FieldListProps<Item extends FormField> {
  form: Parameters<typeof changesOf<keyof ListForm>>[0];
  field: ListField<Item>;
  title: string;
  itemName: string;
  addLabel?: string;
  newItem?: Readonly<Record<string, unknown>>;
  max: number;
  hint?: string;
  /** Each item on a line or two: only the first shows its labels. */
  dense?: boolean;
  children: (item: Item, index: number) => ReactNode;
}

interface Removal {
  index: number;
  item: unknown;
}

/** Without scripts the same buttons submit the form. */
export function FieldList<Item extends FormField>({ form: metadata, field, title, itemName, addLabel, newItem = {}, max, hint, dense = false, children }: FieldListProps<Item>): ReactNode {
  const hydrated = useHydrated();
  const form = changesOf(metadata);
  const { list, items, announcement, removal, ...changes } = useListChanges({ form, field, itemName });
  const { focusNext } = changes;
  const isFull = items.length >= max;
  const undo = removal === null ? null : (
    <UndoRemoval
      key={`undo ${removal.index}`}
      text={`${itemName} ${removal.index + 1}: esborrat`}
      onOver={changes.forget}
      onUndo={() => changes.restore(removal)}
    />
  );

  return (
    <fieldset id={field.id} tabIndex={-1} className={ui.column4} aria-describedby={field.errors === undefined ? undefined : `${field.id}-error`}>
      <legend className={styles.title}>{title}</legend>
      {hint === undefined ? null : <p className={ui.small}>{hint}</p>}
      {field.errors === undefined ? null : <ListError id={`${field.id}-error`} text={field.errors[0]} />}
      <ol ref={list} className={dense ? `${styles.items} ${styles.dense}` : styles.items}>
        {items.flatMap((item, index) => {
          const called = `${itemName} ${index + 1}`;
          return [
            ...(removal?.index === index ? [undo] : []),
            <li key={item.key} className={styles.item} data-item="" aria-label={called}>
              <ItemHead
                form={form}
                name={field.name}
                called={called}
                index={index}
                count={items.length}
                isFull={isFull}
                isCopied={addLabel !== undefined}
                isDense={dense}
                grip={{ ...changes.gripOf(index), disabled: !hydrated }}
                onMove={(to, part) => changes.move({ from: index, to, part })}
                onCopy={() => focusNext({ index: index + 1, part: 'field' })}
                onRemove={() => changes.remember(index)}
              />
              {children(item, index)}
            </li>,
          ];
        })}
        {removal !== null && removal.index >= items.length ? undo : null}
      </ol>
      {addLabel === undefined ? null : isFull ? (
        <p className={ui.small}>No en caben més de {max}</p>
      ) : (
        <AddItem
          button={form.insert.getButtonProps({ name: field.name, defaultValue: newItem })}
          label={addLabel}
          onAdd={() => focusNext({ index: items.length, part: 'field' })}
        />
      )}
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </fieldset>
  );
}

interface ListChanges<Item> {
  list: RefObject<HTMLOListElement | null>;
  items: Item[];
  announcement: string;
  removal: Removal | null;
  focusNext(place: Place): void;
  move(step: { from: number; to: number; part: Part }): void;
  gripOf(index: number): ComponentProps<'button'>;
  remember(index: number): void;
  restore(removal: Removal): void;
  forget(): void;
}

function useListChanges<Item extends FormField>({ form, field, itemName }: Pick<FieldListProps<Item>, 'field' | 'itemName'> & { form: ListForm }): ListChanges<Item> {
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useFocusAfterRender(list);
  const [announcement, setAnnouncement] = useState('');
  const [removal, setRemoval] = useState<Removal | null>(null);
  const items = field.getFieldList();
  const { name } = field;

  const drag = useDragOrder({
    items: () => itemsOf(list.current),
    onMove: ({ from, to }) => move({ from, to, part: 'grip' }),
  });

  function move({ from, to, part }: { from: number; to: number; part: Part }): void {
    if (to < 0 || to >= items.length || to === from) return;
    focusNext({ index: to, part });
    setAnnouncement(`${itemName} ${from + 1}: ara és en la posició ${to + 1} de ${items.length}`);
    form.reorder({ name, from, to });
  }

  function onGripKey(event: KeyboardEvent, index: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move({ from: index, to: index + step, part: 'grip' });
  }

  return {
    list,
    items,
    announcement,
    removal,
    focusNext,
    move,
    gripOf: (index) => ({ onKeyDown: (event) => onGripKey(event, index), ...drag(index) }),
    remember(index) {
      const element = document.forms.namedItem(form.id);
      if (element !== null) setRemoval({ index, item: itemOfForm(new FormData(element), `${name}[${index}]`, { ids: true }) });
    },
    restore({ index, item }) {
      focusNext({ index, part: 'field' });
      form.insert({ name, index, defaultValue: item });
      setRemoval(null);
    },
    forget: () => setRemoval(null),
  };
}

interface Place {
  index: number;
  part: Part;
}

/** Where the focus goes once the list is drawn anew: the browser drops that of what is moved. */
function useFocusAfterRender(list: RefObject<HTMLOListElement | null>): (place: Place) => void {
  const goTo = useRef<Place | null>(null);
  useEffect(() => {
    if (goTo.current === null) return;
    const { index, part } = goTo.current;
    goTo.current = null;
    itemsOf(list.current)[index]?.querySelector<HTMLElement>(PARTS[part])?.focus();
  });
  return (place) => {
    goTo.current = place;
  };
}

function ListError({ id, text }: { id: string; text: string | undefined }): ReactNode {
  return (
    <p id={id} className={styles.error} role="alert">
      {text}
    </p>
  );
}

function AddItem({ button, label, onAdd }: { button: ReturnType<ListForm['insert']['getButtonProps']>; label: string; onAdd: () => void }): ReactNode {
  return (
    <div>
      <Button type="submit" tone="quiet" {...button} onClick={onAdd}>
        <Plus size={20} aria-hidden="true" />
        {label}
      </Button>
    </div>
  );
}

interface ItemHeadProps {
  form: ListForm;
  name: string;
  called: string;
  index: number;
  count: number;
  isFull: boolean;
  isCopied: boolean;
  isDense: boolean;
  grip: ComponentProps<'button'>;
  onMove: (to: number, part: Part) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function ItemHead({ form, name, called, index, count, isFull, isCopied, isDense, grip, onMove, onCopy, onRemove }: ItemHeadProps): ReactNode {
  const step = (to: number, part: 'up' | 'down'): Omit<ComponentProps<'button'>, 'part'> => ({
    ...form.reorder.getButtonProps({ name, from: index, to: Math.min(Math.max(to, 0), count - 1) }),
    onClick: (event) => {
      event.preventDefault();
      onMove(to, part);
    },
  });
  return (
    <div className={styles.head}>
      <button type="button" className={`${styles.grip} ${ui.needsScripts}`} data-part="grip" aria-label={`Arrossega per a moure: ${called}. També amb les fletxes`} {...grip}>
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <span className={isDense ? hidden.hidden : styles.name}>{called}</span>
      <ItemButton icon={ArrowUp} label={`Amunt: ${called}`} part="up" isOff={index === 0} {...step(index - 1, 'up')} />
      <ItemButton icon={ArrowDown} label={`Avall: ${called}`} part="down" isOff={index === count - 1} {...step(index + 1, 'down')} />
      {isCopied ? (
        <ItemButton
          icon={Copy}
          label={`Duplicar: ${called}`}
          part="copy"
          isOff={isFull}
          form={form.id}
          formNoValidate
          name={INTENT}
          value={copyIntent(name, index)}
          onClick={(event) => {
            if (isFull) event.preventDefault();
            else onCopy();
          }}
        />
      ) : null}
      <ItemButton icon={Trash} label={`Esborrar: ${called}`} part="remove" isOff={false} {...form.remove.getButtonProps({ name, index })} onClick={onRemove} />
    </div>
  );
}

const PARTS = {
  grip: '[data-part="grip"]',
  up: '[data-part="up"]',
  down: '[data-part="down"]',
  copy: '[data-part="copy"]',
  remove: '[data-part="remove"]',
  field: 'input:not([type="hidden"]), select, textarea',
} as const;

type Part = keyof typeof PARTS;

function itemsOf(list: HTMLOListElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')];
}

interface ItemButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  icon: typeof ArrowUp;
  label: string;
  part: Part;
  isOff: boolean;
}

function ItemButton({ icon: Icon, label, part, isOff, ...rest }: ItemButtonProps): ReactNode {
  return (
    <button {...rest} type="submit" className={styles.button} data-part={part} aria-label={label} title={label} aria-disabled={isOff || undefined}>
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
