import type { ReactNode } from 'react';

import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { type DishContent, saysContent } from '#app/domain/food/allergens.ts';
import type { DishSlot } from '#app/domain/ticket/menu-change.ts';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './dish-choices.module.css';
import { swapValue } from './dish-swaps.ts';

export function DishChoices({ slots }: { slots: readonly DishSlot[] }): ReactNode {
  const isSaid = slots.flatMap(({ dish, others }) => [dish, ...others]).some(saysContent);
  return slots.map((slot, index) => (
    <fieldset key={index} className={ui.stack2}>
      <legend className={styles.legend}>{slot.sectionName}</legend>
      <Choice slot={slot} index={index} id={slot.dish.id} emoji={slot.dish.emoji} name={slot.dish.name} content={isSaid ? slot.dish : null} note="Com ara" isChosen />
      {slot.others.map(({ id, emoji, name, remaining, ...said }) => (
        <Choice key={id} slot={slot} index={index} id={id} emoji={emoji} name={name} content={isSaid ? said : null} note={remaining === 0 ? 'Esgotat' : null} isGone={remaining === 0} />
      ))}
      {slot.others.length === 0 ? <p className={ui.small}>No hi ha cap altre plat del mateix preu.</p> : null}
    </fieldset>
  ));
}

interface ChoiceProps {
  slot: DishSlot;
  index: number;
  id: string;
  emoji: string;
  name: string;
  /** Null where nothing is said of any dish. */
  content: DishContent | null;
  note: string | null;
  isChosen?: boolean;
  isGone?: boolean;
}

function Choice({ slot, index, id, emoji, name, content, note, isChosen = false, isGone = false }: ChoiceProps): ReactNode {
  return (
    <label className={styles.choice}>
      <input type="radio" name={`dish[${index}]`} value={swapValue(slot, id)} defaultChecked={isChosen} disabled={isGone} />
      <span className={styles.name}>
        <EmojiLine emoji={emoji}>{name}</EmojiLine>
        {content === null ? null : <DishContentLine allergens={content.allergens} diets={content.diets} />}
      </span>
      {note === null ? null : <span className={ui.small}>{note}</span>}
    </label>
  );
}
