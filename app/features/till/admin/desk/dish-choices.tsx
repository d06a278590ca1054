import { type ReactNode, useId } from 'react';

import { chosenIn, isFull, type TicketChoice, toggleItem, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import type { Menu, MenuChoice } from '#app/domain/event/menu.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';

import type { DishState } from './places-left.ts';
import styles from './dish-choices.module.css';

interface DishChoicesProps {
  menu: Menu;
  choice: TicketChoice;
  onChange: (choice: TicketChoice) => void;
  stateOf: (sectionId: string, itemId: string) => DishState;
}

export function DishChoices({ menu, choice, onChange, stateOf }: DishChoicesProps): ReactNode {
  const id = useId();
  return (
    <>
      {menu.sections.map((section, index) => {
        const isOne = section.maxSelection === 1;
        return (
          <fieldset key={section.id}>
            <legend className={styles.legend}>
              {section.name}
              {section.required ? null : <span className={styles.soft}> (opcional)</span>}
              {isOne ? null : <span className={styles.soft}> fins a {section.maxSelection}</span>}
            </legend>
            <div className={styles.dishes}>
              {section.items.map((item) => {
                const checked = chosenIn(choice, section.id).includes(item.id);
                const state = stateOf(section.id, item.id);
                return (
                  <Dish key={item.id} dish={item} state={state} describedAs={`${id}-${item.id}`}>
                    <input
                      aria-describedby={state.text === null ? undefined : `${id}-${item.id}`}
                      type={isOne && section.required ? 'radio' : 'checkbox'}
                      name={`dish-${index}`}
                      value={`${section.id}/${item.id}`}
                      checked={checked}
                      disabled={!checked && (state.isOut || (!isOne && isFull(choice, section)))}
                      onChange={() => onChange(toggleItem(choice, section, item.id))}
                    />
                  </Dish>
                );
              })}
            </div>
          </fieldset>
        );
      })}
      {menu.options.length === 0 ? null : (
        <fieldset>
          <legend className={styles.legend}>
            Extres<span className={styles.soft}> (opcional)</span>
          </legend>
          <div className={styles.dishes}>
            {menu.options.map((option) => (
              <Dish key={option.id} dish={option}>
                <input type="checkbox" name="option" value={option.id} checked={choice.options.includes(option.id)} onChange={() => onChange(toggleOption(choice, option.id))} />
              </Dish>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

function Dish({ dish, state, describedAs, children }: { dish: MenuChoice; state?: DishState; describedAs?: string; children: ReactNode }): ReactNode {
  return (
    <label className={styles.dish}>
      {children}
      <span className={styles.emoji} aria-hidden="true">
        {dish.emoji}
      </span>
      <span className={styles.name}>{dish.name}</span>
      <span className={styles.soft}>{formatPrice(dish.price)}</span>
      {state === undefined || state.text === null ? null : (
        <span id={describedAs} className={`${styles.left} ${state.isShort || state.isOut ? styles.gone : ''}`}>
          {state.text}
        </span>
      )}
    </label>
  );
}
