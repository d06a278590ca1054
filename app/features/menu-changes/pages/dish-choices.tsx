import type { ReactNode } from 'react';

import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { type DishContent, saysContent } from '#app/domain/food/allergens.ts';
import type { MenuChoice } from '#app/domain/event/menu.ts';
import type { DishSlot } from '#app/domain/ticket/menu-change.ts';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './dish-choices.module.css';
import { swapValue } from './dish-swaps.ts';

interface DishChoicesProps {
  slots: readonly DishSlot[];
  /** Values chosen before, of a form that was refused. */
  chosen?: readonly string[];
  onChoose?: (slot: number, value: string) => void;
}

export function DishChoices({ slots, chosen = [], onChoose }: DishChoicesProps): ReactNode {
  const hasContents = slots.flatMap(({ dish, others }) => [dish, ...others]).some(saysContent);
  return slots.map((slot, index) => (
    <fieldset key={index} className={ui.stack2}>
      <legend className={styles.legend}>{slot.sectionName}</legend>
      <Choice slot={slot} index={index} dish={slot.dish} content={hasContents ? slot.dish : null} note="Com ara" isChosen onChoose={onChoose} />
      {slot.others.map((dish) => (
        <Choice
          key={dish.id}
          slot={slot}
          index={index}
          dish={dish}
          content={hasContents ? dish : null}
          note={dish.remaining === 0 ? 'Esgotat' : differenceText(dish.price - slot.dish.price)}
          isChosen={chosen.includes(swapValue(slot, dish))}
          isGone={dish.remaining === 0}
          onChoose={onChoose}
        />
      ))}
      {slot.others.length === 0 ? <p className={ui.small}>No hi ha cap altre plat per a triar.</p> : null}
    </fieldset>
  ));
}

interface ChoiceProps {
  slot: DishSlot;
  index: number;
  dish: MenuChoice;
  /** Null where nothing is said of any dish. */
  content: DishContent | null;
  note: string | null;
  isChosen?: boolean;
  isGone?: boolean;
  onChoose: DishChoicesProps['onChoose'];
}

function Choice({ slot, index, dish, content, note, isChosen = false, isGone = false, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className={styles.choice}>
      <input type="radio" name={`dish[${index}]`} value={swapValue(slot, dish)} defaultChecked={isChosen} disabled={isGone} onChange={({ target }) => onChoose?.(index, target.value)} />
      <span className={styles.name}>
        <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
        {content === null ? null : <DishContentLine allergens={content.allergens} diets={content.diets} />}
      </span>
      {note === null ? null : <span className={ui.small}>{note}</span>}
    </label>
  );
}

function differenceText(difference: number): string | null {
  if (difference === 0) return null;
  return difference > 0 ? `+${formatEuros(difference)}` : `−${formatEuros(-difference)}`;
}
