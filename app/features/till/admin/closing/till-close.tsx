import type { ReactNode } from 'react';

import { MoneyInput, TextAreaInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { differences, sumOf } from '#app/domain/till/cash-up.ts';
import { type ByTender, TENDER_NAMES, TENDERS, type Tender } from '#app/domain/till/means.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { MovementList } from '../cash/movement-list.tsx';
import { closeForm } from '../till-forms.ts';
import { UnansweredSales } from '../unanswered/unanswered-sales.tsx';
import type { Route } from './+types/till-close.ts';
import styles from './till-close.module.css';
import type { CloseData } from './till-close.server.ts';

export { action, loader } from './till-close.server.ts';
export const clientAction = sendForm;
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `Arqueig de ${loaderData.name}` : 'Arqueig' });

export default function TillClose({ loaderData: session, actionData }: Route.ComponentProps): ReactNode {
  const isOpen = session.counted === null;
  return (
    <AdminPage
      title={isOpen ? `Tancar ${session.name}` : `Arqueig de ${session.name}`}
      back={isOpen ? { to: `/admin/till/${session.id}`, text: 'Tornar a vendre' } : { to: '/admin/till?totes', text: 'Taquilla' }}
      lead={`Oberta per ${session.openedBy}, ${session.openedText}${session.closedText === null ? '' : `. Tancada per ${session.closedBy}, ${session.closedText}`}.`}
      actions={isOpen ? undefined : <Button onClick={() => window.print()}>Imprimir</Button>}
      reply={actionData}
      width="text"
    >
      <UnansweredSales />
      <Report session={session} />
      {isOpen ? <CloseForm key={session.id} reply={actionData} /> : null}
    </AdminPage>
  );
}

/** The count comes before the expected sum is shown, so that nobody counts towards a number. */
function CloseForm({ reply }: { reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'close', schema: closeForm, defaultValue: { cash: '', terminal: '', bizum: '', note: '' }, reply });
  const { cash, terminal, bizum, note } = state.fields;
  return (
    <section className={adminPage.sheet} aria-labelledby="count-title">
      <h2 id="count-title" className={ui.heading}>
        Compta el que hi ha
      </h2>
      <AdminForm state={state}>
        <div className={styles.fields}>
          <MoneyInput field={cash} label="Efectiu" hint="Tot el de la caixa, fons inicial inclòs." />
          <MoneyInput field={terminal} label="Targeta" hint="El total del datàfon del banc." />
          <MoneyInput field={bizum} label="Bizum" hint="La suma dels Bizums rebuts." />
        </div>
        <TextAreaInput field={note} label="Observacions" />
        <div className={ui.cluster3}>
          <Button type="submit" single busy={useIsSending('close')} busyLabel="Tancant…">
            Tancar la caixa
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}

function Report({ session }: { session: CloseData }): ReactNode {
  const { sold, movements, expected, counted, note } = session;
  const difference = counted && differences(expected, counted);
  return (
    <section className={`${adminPage.sheet} ${styles.report}`} aria-labelledby="report-title">
      <h2 id="report-title" className={ui.heading}>
        {counted === null ? 'Fins ara' : 'Arqueig'}
      </h2>
      {difference === null ? null : <Verdict difference={difference} />}
      <FiguresTable figures={figuresOf(session, difference)} />
      {movements.length === 0 ? null : (
        <>
          <h3 className={styles.subtitle}>Efectiu posat i tret</h3>
          <MovementList movements={movements} />
        </>
      )}
      {sold.length === 0 ? <p>Encara no s'ha venut res.</p> : <SoldTable sold={sold} />}
      {note === null ? null : <p>Observacions: {note}</p>}
      <p className={styles.signature}>Signatura</p>
    </section>
  );
}

interface Figure {
  name: string;
  amounts: ByTender;
  isSum?: true;
}

function figuresOf({ openingFloat, takings, movements, moved, expected, counted }: CloseData, difference: ByTender | null): Figure[] {
  const takingsOf = (part: 'sold' | 'paidOut'): ByTender => amountsOf((tender) => takings.find((one) => one.means === tender)?.[part] ?? 0);
  const figures: Figure[] = [
    { name: 'Fons inicial', amounts: amountsOf((tender) => (tender === 'cash' ? openingFloat : 0)) },
    { name: 'Venut', amounts: takingsOf('sold') },
    { name: 'Tornat', amounts: negative(takingsOf('paidOut')) },
    ...(movements.length === 0 ? [] : [{ name: 'Posat i tret', amounts: amountsOf((tender) => (tender === 'cash' ? moved : 0)) }]),
  ];
  if (counted === null || difference === null) return figures;
  return [...figures, { name: 'Esperat', amounts: expected, isSum: true }, { name: 'Comptat', amounts: counted }, { name: 'Diferència', amounts: difference, isSum: true }];
}

function Verdict({ difference }: { difference: ByTender }): ReactNode {
  const total = sumOf(difference);
  if (TENDERS.every((tender) => difference[tender] === 0)) return <Banner tone="success" title="Quadra al cèntim" />;
  return <Banner tone="warning" title={total === 0 ? 'Quadra en total, però no per mitjà' : total > 0 ? `Sobren ${formatEuros(total)}` : `Falten ${formatEuros(-total)}`} />;
}

function FiguresTable({ figures }: { figures: readonly Figure[] }): ReactNode {
  return (
    // Scrolls sideways on narrow phones, which keyboard users can only do when it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="Comptes per mitjà de pagament" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Concepte</th>
            {TENDERS.map((tender) => (
              <th key={tender} scope="col">
                {TENDER_NAMES[tender]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, amounts, isSum }) => (
            <tr key={name} className={isSum ? styles.sum : undefined}>
              <th scope="row">{name}</th>
              {TENDERS.map((tender) => (
                <td key={tender}>{formatEuros(amounts[tender])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SoldTable({ sold }: Pick<CloseData, 'sold'>): ReactNode {
  return (
    <table className={styles.table} aria-label="Tiquets per acte i categoria">
      <thead>
        <tr>
          <th scope="col">Acte</th>
          <th scope="col">Categoria</th>
          <th scope="col">Tiquets</th>
          <th scope="col">Import</th>
        </tr>
      </thead>
      <tbody>
        {sold.map((line) => (
          <tr key={`${line.eventTitle} ${line.role}`}>
            <th scope="row">{line.eventTitle}</th>
            <td>{categoryText(line.role)}</td>
            <td>{line.tickets}</td>
            <td>{formatEuros(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function amountsOf(amount: (means: Tender) => number): ByTender {
  return { cash: amount('cash'), terminal: amount('terminal'), bizum: amount('bizum') };
}

function negative(amounts: ByTender): ByTender {
  return amountsOf((tender) => 0 - amounts[tender]);
}

function categoryText(role: string): string {
  const known = ROLES.find((one) => one === role);
  return known === undefined || known === 'admin' ? TENDER_NAMES.house : ROLE_NAMES[known];
}
