import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { TENDERS, TENDER_NAMES } from '#app/domain/till/tender.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/owed.ts';
import type { OwedRow } from './owed.server.ts';
import styles from './owed.module.css';

export { action, loader } from './owed.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Diners per tornar' });

export default function OwedPage({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { rows, eventTitle, onlyEvent, asOf } = loaderData;
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <AdminPage
      title="Diners per tornar en mà"
      lead={rows.length === 0 ? eventTitle : `${formatEuros(total)} a ${rows.length === 1 ? '1 comanda' : `${rows.length} comandes`}${eventTitle === null ? '' : ` · ${eventTitle}`}`}
      back={{ to: '/admin/till?totes', text: 'Taquilla' }}
      actions={rows.length === 0 ? null : <PrintButton />}
      reply={actionData}
    >
      {onlyEvent === null ? null : (
        <p className={styles.tools}>
          <Link to="/admin/owed">Tots els actes</Link>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState art={<HeadArt of="party" />} title="No es deu res en mà">
          Quan es retira un acte, o algú torna els tiquets, ací queda a qui s'ha de tornar el que va pagar en persona.
        </EmptyState>
      ) : (
        <>
          <p className={styles.printed}>A {asOf}. Marca cada comanda quan la tornes, i apunta-ho després al web.</p>
          <OwedForm key={rows.map(({ orderId }) => orderId).join(' ')} {...loaderData} />
        </>
      )}
    </AdminPage>
  );
}

function PrintButton(): ReactNode {
  return useHydrated() ? (
    <Button tone="quiet" onClick={() => window.print()}>
      Imprimir el full
    </Button>
  ) : null;
}

type OwedData = Route.ComponentProps['loaderData'];

function OwedForm({ rows, drawers, drawer }: OwedData): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const busy = useNavigation().formData?.get('intent') === 'give-back';
  const amount = rows.reduce((sum, row) => (chosen.has(row.orderId) ? sum + row.amount : sum), 0);
  const isAll = chosen.size === rows.length;

  // The boxes know: they may have been ticked before the scripts came.
  function readBoxes(): void {
    setChosen(new Set([...boxesOf(form)].flatMap(({ checked, value }) => (checked ? value : []))));
  }
  useEffect(readBoxes, [rows]);

  function tickAll(checked: boolean): void {
    for (const box of boxesOf(form)) box.checked = checked;
    readBoxes();
  }

  return (
    <Form ref={form} method="post" className={ui.stack4} onChange={readBoxes}>
      <div className={`${styles.tools} ${ui.needsScripts}`}>
        <Button tone="quiet" disabled={!hydrated} onClick={() => tickAll(!isAll)}>
          {isAll ? 'Desmarca-les totes' : `Marca-les totes (${rows.length})`}
        </Button>
      </div>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.orderId}>
            <OwedLine row={row} />
          </li>
        ))}
      </ul>
      <div className={`${styles.tools} ${styles.bar}`}>
        <TenderField />
        <DrawerField drawers={drawers} drawer={drawer} />
        <Button type="submit" name="intent" value="give-back" busy={busy} busyLabel="Apuntant…">
          {hydrated && chosen.size > 0 ? `Apunta ${formatEuros(amount)} com a tornats` : 'Apunta els marcats com a tornats'}
        </Button>
      </div>
    </Form>
  );
}

function boxesOf({ current }: RefObject<HTMLFormElement | null>): NodeListOf<HTMLInputElement> | [] {
  return current?.querySelectorAll<HTMLInputElement>('input[name="order"]') ?? [];
}

function OwedLine({ row }: { row: OwedRow }): ReactNode {
  return (
    <label className={styles.line}>
      <input type="checkbox" name="order" value={row.orderId} />
      <span className={styles.words}>
        <strong>{row.who ?? row.orderNumber}</strong>
        <span className={ui.small}>
          {row.who === null ? 'Sense nom ni correu' : row.orderNumber} · {row.eventTitle} · {row.tickets === 1 ? '1 tiquet' : `${row.tickets} tiquets`} · {row.tenderText}
          {row.paidText === '' ? '' : `, ${row.paidText}`}
        </span>
      </span>
      <strong className={styles.amount}>{formatEuros(row.amount)}</strong>
    </label>
  );
}

function TenderField(): ReactNode {
  return (
    <fieldset>
      <legend>Com els has tornat</legend>
      <div className={ui.cluster3}>
        {TENDERS.map((means) => (
          <label key={means} className={styles.choice}>
            <input type="radio" name="means" value={means} defaultChecked={means === 'cash'} />
            {TENDER_NAMES[means]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function DrawerField({ drawers, drawer }: Pick<OwedData, 'drawers' | 'drawer'>): ReactNode {
  return drawers.length === 0 ? (
    <p>
      No hi ha cap caixa oberta: <Link to="/admin/till">obri'n una</Link> i els diners eixiran d'ella.
    </p>
  ) : (
    <label className={styles.drawer}>
      <span>D'on han eixit</span>
      <select name="drawer" defaultValue={drawer} className={styles.select}>
        {drawers.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
