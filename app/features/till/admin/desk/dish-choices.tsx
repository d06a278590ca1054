import { type ReactNode, useId, useState } from 'react';

import { chosenIn, isFull, toggleItem, toggleOption } from '#app/domain/cart/ticket-choice.ts';
import { type MenuChoice, saysContents } from '#app/domain/event/menu.ts';
import { hasNeeds, needsProblemText, NO_NEEDS } from '#app/domain/food/needs.ts';
import { DishClashes } from '#app/design/food/clashes.tsx';
import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { NeedsFields } from '#app/design/food/needs-fields.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { DishState } from './places-left.ts';
import type { Sale } from './use-sale.ts';
import styles from './dish-choices.module.css';

/** What each dish contains, and what speaks against it for whoever eats it, where anything is said or asked of it. */
export function SaleDishes({ sale, asksNeeds }: { sale: Sale; asksNeeds: boolean }): ReactNode {
  const { menu, choice, setChoice: onChange, dishIn: stateOf } = sale;
  const id = useId();
  const needs = asksNeeds || saysContents(menu) ? (choice.needs?.codes ?? []) : null;
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
            <div className={needs === null ? styles.dishes : styles.withNeeds}>
              {section.items.map((item) => {
                const checked = chosenIn(choice, section.id).includes(item.id);
                const state = stateOf(section.id, item.id);
                return (
                  <Dish key={item.id} dish={item} needs={needs} state={state} describedAs={`${id}-${item.id}`}>
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
          <div className={needs === null ? styles.dishes : styles.withNeeds}>
            {menu.options.map((option) => (
              <Dish key={option.id} dish={option} needs={needs}>
                <input type="checkbox" name="option" value={option.id} checked={choice.options.includes(option.id)} onChange={() => onChange(toggleOption(choice, option.id))} />
              </Dish>
            ))}
          </div>
        </fieldset>
      )}
      {asksNeeds ? <SaleNeeds sale={sale} /> : null}
    </>
  );
}

function Dish({ dish, needs, state, describedAs, children }: { dish: MenuChoice; needs: readonly string[] | null; state?: DishState; describedAs?: string; children: ReactNode }): ReactNode {
  return (
    <label className={styles.dish}>
      {children}
      <span className={styles.emoji} aria-hidden="true">
        {dish.emoji}
      </span>
      <span className={styles.name}>
        <span>{dish.name}</span>
        {needs === null ? null : (
          <>
            <DishContentLine {...dish} />
            <DishClashes dish={dish} needs={needs} />
          </>
        )}
      </span>
      <span className={styles.soft}>{formatPrice(dish.price)}</span>
      {state === undefined || state.text === null ? null : (
        <span id={describedAs} className={`${styles.left} ${state.isShort || state.isOut ? styles.gone : ''}`}>
          {state.text}
        </span>
      )}
    </label>
  );
}

/** Of the ticket that is chosen now; a further one begins without. */
function SaleNeeds({ sale: { choice, setChoice, isPressed, lostNeeds, lines } }: { sale: Sale }): ReactNode {
  const needs = choice.needs ?? NO_NEEDS;
  const lacksConsent = isPressed && hasNeeds(needs) && needs.consent !== true;
  // It is folded for each ticket anew, and not under the fingers of whoever takes the last mark away.
  return (
    <SaleNeedsFold key={lines.length} isOpen={hasNeeds(needs) || lostNeeds === true}>
      {lostNeeds === true ? <p className={ui.fault}>En tornar a carregar la pàgina s'han oblidat: apunta-les de nou.</p> : null}
      <NeedsFields needs={needs} fault={lacksConsent ? needsProblemText('consent_missing') : null} isTypedForOthers onChange={(changed) => setChoice({ ...choice, needs: changed })} />
    </SaleNeedsFold>
  );
}

function SaleNeedsFold({ isOpen, children }: { isOpen: boolean; children: ReactNode }): ReactNode {
  const [beginsOpen] = useState(isOpen);
  return (
    <details open={beginsOpen || undefined}>
      <summary className={`${ui.touch} ${ui.link}`}>Necessitats alimentàries</summary>
      {children}
    </details>
  );
}
