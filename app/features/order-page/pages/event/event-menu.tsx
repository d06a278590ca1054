import { type ReactNode, useId } from 'react';

import { DishContentLine } from '#app/design/food/dish-content.tsx';
import { placesText } from '#app/domain/cart/ticket-choice.ts';
import { type Menu, type MenuChoice, saysContents } from '#app/domain/event/menu.ts';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { Price } from '#app/design/ui/price.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './event-menu.module.css';

export function EventMenu({ menu }: { menu: Menu }): ReactNode {
  if (menu.sections.length === 0 && menu.options.length === 0) return null;
  const hasContents = saysContents(menu);
  return (
    <section className={ui.stack3} aria-labelledby="que-hi-ha">
      <h2 id="que-hi-ha">Què hi ha per a triar</h2>
      <div className={styles.sheet}>
        {menu.sections.map(({ id, name, maxSelection, items }) => (
          <Dishes key={id} name={name} hint={maxSelection === 1 ? "tria'n 1" : `fins a ${maxSelection}`} dishes={items} hasContents={hasContents} />
        ))}
        {menu.options.length === 0 ? null : <Dishes name="Extres" hint="opcional" dishes={menu.options} hasContents={hasContents} />}
      </div>
    </section>
  );
}

interface DishesProps {
  name: string;
  hint: string;
  dishes: readonly (MenuChoice & { remaining?: number | null })[];
  hasContents: boolean;
}

function Dishes({ name, hint, dishes, hasContents }: DishesProps): ReactNode {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId} className={styles.name}>
          {name}
        </h3>
        <small className={ui.soft}>{hint}</small>
      </div>
      <ul>
        {dishes.map((dish) => {
          const places = placesText(dish.remaining ?? null);
          return (
            <li key={dish.id} className={styles.dish}>
              <span className={dish.remaining === 0 ? styles.gone : undefined}>
                <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
              </span>
              {places === null ? null : <small className={ui.link}>{places}</small>}
              <Price cents={dish.price} />
              {hasContents ? (
                <span className={styles.content}>
                  <DishContentLine {...dish} />
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
