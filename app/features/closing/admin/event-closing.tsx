import type { ReactNode } from 'react';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/event-closing.ts';
import { ClosingActions, ClosingTables, ClosingWarnings, Result } from './closing-parts.tsx';
import styles from './closing.module.css';
import { CostForm } from './cost-list.tsx';

export { action, loader } from './event-closing.server.ts';
export const clientAction = sendForm;

const TITLE = 'Tancament';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `${TITLE}: ${loaderData.event.title}` : TITLE });

export default function EventClosingPage({ loaderData: closing, actionData }: Route.ComponentProps): ReactNode {
  const { event, tables, result, warnings, readText } = closing;
  return (
    <AdminPage
      title={TITLE}
      back={{ to: `/admin/closing?season=${event.season}`, text: 'Tancament de la temporada' }}
      lead={
        <>
          <strong>{event.title}</strong> · {event.whenText}
        </>
      }
      actions={<ClosingActions base={`/api/admin/events/${event.id}/closing`} />}
    >
      {event.isRehearsal ? <Banner tone="info" title="És un assaig: no entra en els totals ni en el tancament de la temporada" /> : null}
      <ClosingWarnings warnings={warnings} />
      <Result cents={result} />
      <div className={styles.tables}>
        <ClosingTables tables={tables} readText={readText} />
        <CostForm key={event.id} closing={closing} reply={actionData} />
      </div>
    </AdminPage>
  );
}
