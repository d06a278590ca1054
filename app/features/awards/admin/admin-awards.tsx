import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CountInput, TextAreaInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { awardsByYear } from '#app/domain/site/award.ts';
import { AWARD_FIELDS } from '#app/domain/site/award-fields.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { Standard } from '../standard.tsx';
import type { Route } from './+types/admin-awards.ts';
import { awardForm } from './award-form.ts';
import styles from './admin-awards.module.css';

export { action, loader } from './admin-awards.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Premis' });

export default function AdminAwards({ loaderData: { awards }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'award', schema: awardForm, reply: actionData });
  const inputs = inputsOf(AWARD_FIELDS, state.fields);
  return (
    <AdminPage title="Premis" lead="La història que es veu a la pàgina de premis." actions={<ButtonLink to="/premis" tone="quiet">Veure la pàgina</ButtonLink>} reply={actionData} width="text">
      {awards.length === 0 ? (
        <EmptyState art={<Standard />} title="Encara no hi ha premis">
          Afig-ne el primer: mentrestant, la pàgina diu que la secció està en desenvolupament.
        </EmptyState>
      ) : (
        <ol className={styles.years}>
          {awardsByYear(awards).map((group) => (
            <li key={group.year}>
              <h2>{group.year}</h2>
              <ul className={styles.awards}>
                {group.awards.map(({ id, title, photos }) => (
                  <li key={id}>
                    <Link to={`/admin/awards/${id}`} className={styles.award}>
                      <strong>{title}</strong>
                      <span className={ui.soft}>{photos.length === 1 ? '1 foto' : `${photos.length} fotos`}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      <section aria-labelledby="nou-premi" className={styles.part}>
        <h2 id="nou-premi">Nou premi</h2>
        <AdminForm state={state}>
          <CountInput {...inputs.year} />
          <TextInput {...inputs.title} hint="Com «Primer premi de la secció segona»." />
          <TextAreaInput {...inputs.detail} rows={3} />
          <div>
            <Button type="submit" busy={useIsSending('award')} busyLabel="Guardant…">
              Afegir el premi
            </Button>
          </div>
        </AdminForm>
      </section>
    </AdminPage>
  );
}
