import type { ReactNode } from 'react';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ROLE_NAMES } from '#app/domain/people/role-names.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { agrees, differences } from '#app/domain/till/cash-up.ts';
import { type ByTender, TENDER_NAMES, TENDERS, type Tender } from '#app/domain/till/tender.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { MovementList } from '../cash/movement-list.tsx';
import { UnansweredSales } from '../unanswered/unanswered-sales.tsx';
import type { Route } from './+types/till-close.ts';
import { CountForm } from './count-form.tsx';
import { verdictText } from './difference-words.ts';
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
      back={isOpen ? (session.maySell ? { to: `/admin/till/${session.id}`, text: 'Tornar a vendre' } : { to: '/torns', text: 'Torns' }) : { to: '/admin/till?totes', text: 'Taquilla' }}
      lead={`Oberta per ${session.openedBy}, ${session.openedText}${session.closedText === null ? '' : `. Tancada per ${session.closedBy}, ${session.closedText}`}.`}
      actions={
        isOpen ? undefined : (
          <>
            {session.mayCorrect ? (
              <ButtonLink tone="quiet" to={`/admin/till/${session.id}/correct`}>
                Corregir l'arqueig
              </ButtonLink>
            ) : null}
            <Button onClick={() => window.print()}>Imprimir</Button>
          </>
        )
      }
      reply={actionData}
      width="text"
    >
      <UnansweredSales />
      {isOpen ? (
        <>
          <CountForm key={session.id} reply={actionData} />
          <details className={`${adminPage.sheet} ${adminPage.more}`}>
            <summary>Què s'ha mogut fins ara: mira-ho després de comptar</summary>
            <Moves session={session} />
          </details>
        </>
      ) : (
        <Report session={session} />
      )}
    </AdminPage>
  );
}

function Report({ session }: { session: CloseData }): ReactNode {
  const { expected, counted, corrected } = session;
  const final = corrected ?? counted;
  return (
    <section className={`${adminPage.sheet} ${styles.report}`} aria-labelledby="report-title">
      <h2 id="report-title" className={ui.heading}>
        Arqueig
      </h2>
      {final === null ? null : <Verdict difference={differences(expected, final)} />}
      <Moves session={session} />
      <p className={styles.signature}>Signatura</p>
    </section>
  );
}

function Moves({ session }: { session: CloseData }): ReactNode {
  const { sold, movements, adjusted, counts, note, differenceReason } = session;
  return (
    <>
      <FiguresTable figures={figuresOf(session)} />
      {differenceReason === null ? null : <p>Per què no quadrava: {differenceReason}</p>}
      {counts.length === 0 ? null : <Counts counts={counts} />}
      {movements.length === 0 ? null : (
        <>
          <h3 className={styles.subtitle}>Efectiu posat i tret</h3>
          <MovementList movements={movements} />
        </>
      )}
      {adjusted.length === 0 ? null : (
        <>
          <h3 className={styles.subtitle}>Canvis a un plat d'un altre preu</h3>
          <MovementList movements={adjusted} />
        </>
      )}
      {sold.length === 0 ? <p>{session.counted === null ? "Encara no s'ha venut res." : "No s'hi va vendre res."}</p> : <SoldTable sold={sold} />}
      {note === null ? null : <p>Observacions: {note}</p>}
    </>
  );
}

interface Figure {
  name: string;
  amounts: ByTender;
  isSum?: true;
}

function figuresOf({ openingFloat, takings, movements, adjusted, moved, expected, counted, corrected }: CloseData): Figure[] {
  const takingsOf = (part: 'sold' | 'paidOut' | 'adjusted'): ByTender => amountsOf((tender) => takings.find((one) => one.means === tender)?.[part] ?? 0);
  const figures: Figure[] = [
    { name: 'Fons inicial', amounts: amountsOf((tender) => (tender === 'cash' ? openingFloat : 0)) },
    { name: 'Venut', amounts: takingsOf('sold') },
    { name: 'Tornat', amounts: negative(takingsOf('paidOut')) },
    ...(adjusted.length === 0 ? [] : [{ name: 'Canvis de plat', amounts: takingsOf('adjusted') }]),
    ...(movements.length === 0 ? [] : [{ name: 'Posat i tret', amounts: amountsOf((tender) => (tender === 'cash' ? moved : 0)) }]),
  ];
  if (counted === null) return figures;
  const count = (name: string, amounts: ByTender): Figure[] => [{ name, amounts }, { name: `Diferència${name === 'Comptat' ? '' : ' corregida'}`, amounts: differences(expected, amounts), isSum: true }];
  return [...figures, { name: 'Esperat', amounts: expected, isSum: true }, ...count('Comptat', counted), ...(corrected === null ? [] : count('Corregit', corrected))];
}

function Verdict({ difference }: { difference: ByTender }): ReactNode {
  return <Banner tone={agrees(difference) ? 'success' : 'warning'} title={verdictText(difference)} />;
}

function Counts({ counts }: Pick<CloseData, 'counts'>): ReactNode {
  return (
    <>
      <h3 className={styles.subtitle}>Altres recomptes</h3>
      <ul className={styles.counts}>
        {counts.map(({ id, isCorrection, text, whoAndWhen }) => (
          <li key={id}>
            <strong>{isCorrection ? 'Correcció' : 'Comptat abans'}</strong> {text === '' ? 'Quadra al cèntim' : text}
            <span className={ui.small}> {whoAndWhen}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function FiguresTable({ figures }: { figures: readonly Figure[] }): ReactNode {
  return (
    // Scrolls sideways on narrow phones, which keyboard users can only do when it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label="Comptes per mitjà de pagament" tabIndex={0}>
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
    </section>
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
