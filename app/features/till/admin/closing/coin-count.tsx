import { type FormEvent, type ReactNode, useState } from 'react';

import { cents } from '#app/domain/money.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { DENOMINATIONS, type Denomination, sumOfPieces } from '#app/domain/till/coins.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { setValue } from '#app/design/ui/forms/set-value.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './coin-count.module.css';

/** Fills the field of the cash; without scripts the server adds up. */
export function CoinCount({ cashId }: { cashId: string }): ReactNode {
  const [sum, setSum] = useState<number | null>(0);

  function addUp({ currentTarget: { form } }: FormEvent<HTMLInputElement>): void {
    const typed = form === null ? null : new FormData(form);
    const pieces = typed === null ? null : sumOfPieces((denomination) => textOf(typed, nameOf(denomination)));
    setSum(pieces);
    const cash = document.getElementById(cashId);
    if (pieces !== null && cash instanceof HTMLInputElement) setValue(cash, moneyFieldText(cents(pieces)));
  }

  return (
    <details className={adminPage.more}>
      <summary>Comptar per monedes i bitllets</summary>
      <div className={styles.pieces}>
        {DENOMINATIONS.map((denomination) => (
          <label key={denomination} className={styles.piece}>
            <input className={styles.count} type="text" inputMode="numeric" name={nameOf(denomination)} maxLength={5} autoComplete="off" onInput={addUp} />
            <span>× {faceText(denomination)}</span>
          </label>
        ))}
      </div>
      <p className={ui.strong}>
        Efectiu: <output>{sum === null ? 'escriu quants n\'hi ha, en números' : formatEuros(sum)}</output>
      </p>
    </details>
  );
}

function nameOf(denomination: Denomination): string {
  return `n${denomination}`;
}

function faceText(denomination: Denomination): string {
  return denomination >= 100 ? `${denomination / 100} €` : `${denomination} cts`;
}
