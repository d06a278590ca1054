import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field } from '#app/design/ui/forms/field.tsx';
import { seasonDaysText } from '#app/domain/time/season.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/season-closing.ts';
import { ClosingActions, ClosingTables, ClosingWarnings, Result } from './closing-parts.tsx';
import styles from './closing.module.css';

export { loader } from './season-closing.server.ts';

const TITLE = 'Tancament de la temporada';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: TITLE });

export default function SeasonClosingPage({ loaderData: closing }: Route.ComponentProps): ReactNode {
  const { season, seasons, isEmpty, result, tables, quiet, warnings, readText } = closing;
  return (
    <AdminPage
      title={TITLE}
      back={{ to: '/admin/totals', text: 'Totals' }}
      lead={`${seasonDaysText(season)}: els actes d'eixos dies, també els arxivats.`}
      actions={isEmpty ? undefined : <ClosingActions base={`/api/admin/closing/${season}/closing`} />}
    >
      <Form className={styles.seasons}>
        <Field label="Temporada">
          {(control) => (
            <select {...control} key={season} name="season" defaultValue={season}>
              {seasons.map((one) => (
                <option key={one.season} value={one.season}>
                  {one.text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" tone="quiet">
          Veure
        </Button>
      </Form>
      {isEmpty ? (
        <EmptyState art={<HeadArt of="coins" />} title="En esta temporada no hi ha cap acte" />
      ) : (
        <>
          <ClosingWarnings warnings={warnings} />
          <Result cents={result} />
          <div className={styles.tables}>
            <ClosingTables tables={tables} readText={readText} />
          </div>
          {quiet.length === 0 ? null : (
            <details className={`${adminPage.sheet} ${adminPage.more}`}>
              <summary>Actes sense moviments ({quiet.length})</summary>
              <ul className={ui.stack2}>
                {quiet.map(({ id, title, dateText }) => (
                  <li key={id}>
                    <Link to={`/admin/events/closing/${id}`} className={ui.touch}>
                      {title}
                    </Link>{' '}
                    <span className={ui.small}>{dateText}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </AdminPage>
  );
}
