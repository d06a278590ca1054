import { type FormEvent, type ReactNode, type RefObject, useCallback, useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';

import { useServerDraft } from '#app/design/admin-kit/form/draft-context.ts';
import { takeDraft } from '#app/design/admin-kit/form/draft-storage.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Field, TextAreaField } from '#app/design/ui/forms/field.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';

import type { ImportPlan } from '../users-import.server.ts';
import type { Route } from './+types/admin-users-import.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';
import { LIST_TOO_LONG, sendOrKeepList } from './import-draft.ts';
import { LineProblems, MemberChanges } from './import-lines.tsx';
import type { ImportReply } from './admin-users-import.server.ts';

export { action, loader } from './admin-users-import.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Importar socis' });

export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<ImportReply>> {
  return withFormDraft<ImportReply>(() => sendOrKeepList({ request, url }, () => serverAction()), (problem) => ({ step: 'choose', problem }));
}

export default function AdminUsersImport({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Importar socis" lead="Primer veus què passarà; després ho confirmes." back={{ to: '/admin/users', text: 'Usuaris' }} width="text" reply={actionData?.step === 'preview' ? actionData : undefined}>
      {actionData?.step === 'done' ? <Done reply={actionData} /> : null}
      {actionData?.step === 'preview' ? (
        <Preview text={actionData.text} plan={actionData.plan} />
      ) : (
        <ListForm maxBytes={loaderData.maxBytes} problem={actionData?.step === 'choose' ? actionData.problem : null} />
      )}
    </AdminPage>
  );
}

interface ListFormProps {
  maxBytes: number;
  problem: string | null;
}

function ListForm({ maxBytes, problem }: ListFormProps): ReactNode {
  const busy = useNavigation().formMethod === 'POST';
  const [tooLong, setTooLong] = useState(false);
  const { pathname } = useLocation();
  const draft = useServerDraft('preview');

  const fillFromDraft = useCallback((area: HTMLTextAreaElement | null) => {
    const stored = area === null ? null : takeDraft(pathname, { intent: 'preview', row: null });
    if (area !== null && stored !== null) area.value = textOf(stored, 'text');
  }, [pathname]);

  function check(event: FormEvent<HTMLFormElement>): void {
    const file = new FormData(event.currentTarget).get('file');
    const refused = file instanceof File && file.size > maxBytes;
    setTooLong(refused);
    if (refused) event.preventDefault();
  }

  return (
    <Form method="post" encType="multipart/form-data" className={ui.stack5} onSubmit={check}>
      <Field label="Fitxer CSV" hint="Columnes: correu, nom i rol. El rol és públic, soci, comissió o admin. Si vols, també permisos: porta, redacció o taquilla, separats per espais; sense la columna, es queden com estan." error={tooLong ? LIST_TOO_LONG : problem}>
        {(control) => <input type="file" name="file" accept=".csv,.txt,text/csv,text/plain" {...control} />}
      </Field>
      <TextAreaField ref={fillFromDraft} label="O enganxa ací la llista" name="text" defaultValue={draft === null ? '' : textOf(draft, 'text')} rows={8} spellCheck={false} placeholder={'correu;nom;rol\nmaria@example.com;Maria Anglés;soci'} />
      <div className={ui.cluster3}>
        <Button type="submit" name="intent" value="preview" busy={busy} busyLabel="Llegint…">
          Revisar la llista
        </Button>
        <ButtonAnchor tone="quiet" href="/api/admin/members/template.csv">
          Plantilla
        </ButtonAnchor>
      </div>
    </Form>
  );
}

/** The pressed button is no longer on the page. */
function useFocusOnSums(): RefObject<HTMLDivElement | null> {
  return useFocusWhen(true);
}

function Preview({ text, plan }: { text: string; plan: ImportPlan }): ReactNode {
  const sums = useFocusOnSums();
  const busy = useNavigation().formMethod === 'POST';
  const writes = plan.created.length + plan.changed.length;
  return (
    <>
      <Banner ref={sums} tone={plan.problems.length > 0 ? 'warning' : 'info'} title="Encara no s'ha guardat res" live="status">
        <p>
          Altes: {plan.created.length} · Canvis: {plan.changed.length} · Sense canvis: {plan.same} · Amb errors: {plan.problems.length}
        </p>
      </Banner>
      <LineProblems problems={plan.problems} />
      <MemberChanges title="Altes" changes={plan.created} />
      <MemberChanges title="Canvis" changes={plan.changed} />
      <Form method="post" encType="multipart/form-data" className={ui.stack5}>
        <textarea name="text" hidden readOnly value={text} />
        {plan.created.length === 0 ? null : (
          <label className={adminPage.check}>
            <input type="checkbox" name="invite" /> Envia la invitació a les altes. Sense marcar-ho no reben cap correu
          </label>
        )}
        <div className={ui.cluster3}>
          {writes === 0 ? null : (
            <Button type="submit" name="intent" value="import" busy={busy} busyLabel="Important…">
              {writes === 1 ? 'Importar 1 línia' : `Importar ${writes} línies`}
            </Button>
          )}
          <ButtonLink tone="quiet" to="/admin/users/import" reloadDocument>
            Triar una altra llista
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

function Done({ reply }: { reply: Extract<ImportReply, { step: 'done' }> }): ReactNode {
  const sums = useFocusOnSums();
  return (
    <>
      <Banner ref={sums} tone="success" title="Llista importada" live="status">
        <p>
          Altes: {reply.created} · Canvis: {reply.changed} · Sense canvis: {reply.same} · Amb errors: {reply.problems.length}
        </p>
      </Banner>
      {reply.created === 0 ? null : reply.invited > 0 ? (
        <p>{reply.invited === 1 ? "S'ha enviat 1 invitació." : `S'han enviat ${reply.invited} invitacions.`}</p>
      ) : (
        <p>
          No s'ha enviat cap invitació. Quan vulgues, a <Link to="/admin/users">Usuaris</Link> pots convidar d'una vegada tots els qui no tenen contrasenya.
        </p>
      )}
      <LineProblems problems={reply.problems} />
    </>
  );
}
