import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';

import { type KitchenDish, type KitchenSheet, TOP_DISHES } from '#app/domain/kitchen.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './kitchen-control.module.css';

/** Spec §9: the five most ordered, all by a button. */
export function KitchenControl({ sheet: { dishes, revenue } }: { sheet: KitchenSheet }): ReactNode {
  const { eventId } = useParams();
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? dishes : dishes.slice(0, TOP_DISHES);
  const most = dishes[0]?.count ?? 0;
  return (
    <section className={adminPage.sheet} aria-labelledby="kitchen-title">
      <h2 id="kitchen-title" className={styles.title}>
        Control de cuina
      </h2>
      {dishes.length === 0 ? (
        <p>Encara no s'ha demanat cap plat.</p>
      ) : (
        // The table can be wider than a phone: focusable, so that a keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.scroll} aria-label="Taula de plats" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Plat</th>
                <th scope="col">Servits</th>
                <th scope="col">Total</th>
                <th scope="col">Preu mitjà</th>
                <th scope="col">Ingressos</th>
              </tr>
            </thead>
            <tbody>
              {visible.map((dish) => (
                <DishRow key={`${dish.section} ${dish.name}`} dish={dish} most={most} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  Total
                </th>
                <td>{formatEuros(revenue)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      {dishes.length === 0 ? null : (
        <div className={ui.cluster3}>
          <ButtonLink tone="quiet" to={`/admin/kitchen/${eventId}`}>
            Full de cuina
          </ButtonLink>
          {dishes.length > TOP_DISHES ? (
            <Button tone="text" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Mostrar només els ${TOP_DISHES} primers` : `Mostrar-los tots (${dishes.length})`}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

function DishRow({ dish, most }: { dish: KitchenDish; most: number }): ReactNode {
  return (
    <tr>
      <th scope="row" className={styles.dish}>
        <span>
          <span aria-hidden="true">{dish.emoji}</span> {dish.name} <span className={styles.section}>{dish.section}</span>
        </span>
        <meter className={styles.bar} min={0} max={most} value={dish.count} aria-hidden="true" />
      </th>
      <td>{dish.served}</td>
      <td>{dish.count}</td>
      <td>{formatEuros(dish.average)}</td>
      <td>{formatEuros(dish.revenue)}</td>
    </tr>
  );
}
