import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

import { asRequiredWhenVisible } from '#app/design/admin-kit/fields/form-field.ts';
import { MoneyInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import type { ByTender } from '#app/domain/till/tender.ts';
import { Button, ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { closeForm } from '../till-forms.ts';
import { CoinCount } from './coin-count.tsx';
import { acceptedValue, differenceLines, verdictText } from './difference-words.ts';
import styles from './till-close.module.css';

export interface CountReply extends FormReply {
  /** Counted less expected: nothing was closed. */
  difference?: ByTender;
}

/** The count comes before the expected sum is shown, so that nobody counts towards a number. */
export function CountForm({ reply }: { reply: CountReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'close', schema: closeForm, defaultValue: { cash: '', terminal: '', bizum: '', note: '', reason: '' }, reply });
  const { cash, terminal, bizum, note, reason } = state.fields;
  const difference = reply?.intent === 'close' ? reply.difference : undefined;
  const busy = useIsSending('close');
  return (
    <section className={adminPage.sheet} aria-labelledby="count-title">
      <h2 id="count-title" className={ui.heading}>
        Compta el que hi ha
      </h2>
      <AdminForm state={state}>
        {difference === undefined ? null : <Difference difference={difference} cashId={cash.id} />}
        <div className={styles.fields}>
          <MoneyInput field={cash} label="Efectiu" hint="Tot el de la caixa, fons inicial inclòs." />
          <MoneyInput signed field={terminal} label="Targeta" hint="El total del datàfon del banc, les devolucions restades." />
          <MoneyInput signed field={bizum} label="Bizum" hint="La suma dels Bizums rebuts, menys els tornats. Pot ser negativa: -20,00." />
        </div>
        <CoinCount cashId={cash.id} />
        <TextAreaInput field={note} label="Observacions" rows={2} />
        {difference === undefined ? null : <TextInput field={asRequiredWhenVisible(reason)} label="Per què no quadra, si la tanques així" maxLength={500} />}
        <div className={ui.cluster3}>
          <Button type="submit" single busy={busy} busyLabel="Comptant…">
            Tancar la caixa
          </Button>
          {difference === undefined ? null : (
            <Button type="submit" tone="quiet" name="accepted" value={acceptedValue(difference)} busy={busy}>
              Tanca així
            </Button>
          )}
        </div>
      </AdminForm>
    </section>
  );
}

function Difference({ difference, cashId }: { difference: ByTender; cashId: string }): ReactNode {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), [difference]);

  function countAgain(event: MouseEvent): void {
    const cash = document.getElementById(cashId);
    if (!(cash instanceof HTMLInputElement)) return;
    event.preventDefault();
    cash.focus();
    cash.select();
  }

  return (
    <Banner ref={banner} tone="warning" live="alert" title={verdictText(difference)}>
      {differenceLines(difference).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>La caixa continua oberta. Si has comptat malament, corregix-ho baix; si no quadra de veres, digues per què i tanca-la així.</p>
      <div className={ui.cluster3}>
        <ButtonAnchor tone="quiet" href={`#${cashId}`} onClick={countAgain}>
          Torna a comptar
        </ButtonAnchor>
      </div>
    </Banner>
  );
}
