import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Pager } from '#app/design/ui/layout/pager.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-mails.ts';
import { MailRow } from './mail-row.tsx';
import { FILTER_WORDS, MAX_MAIL_SEARCH, type MailFilterName } from './mail-words.ts';
import { SystemicFailures } from './systemic-failures.tsx';
import type { MailsData } from './admin-mails.server.ts';

export { action, loader } from './admin-mails.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Correus' });

export default function AdminMails({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { mails, failures, search, filter } = loaderData;
  return (
    <AdminPage title="Correus" lead="Què ha arribat, què espera i què s'ha d'arreglar." actions={<TestMail />} reply={actionData}>
      <SystemicFailures failures={failures} />
      <Form className={adminPage.search} role="search">
        <TextField key={search} label="Comanda o correu" type="search" name="q" defaultValue={search} maxLength={MAX_MAIL_SEARCH} placeholder="ORD-…" />
        <Field label="Estat">
          {(control) => (
            <select key={filter} name="estat" defaultValue={filter} {...control}>
              {Object.entries(FILTER_WORDS).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {mails.length === 0 ? <NoMails filter={filter} search={search} /> : <MailList page={loaderData} reply={actionData} />}
    </AdminPage>
  );
}

function TestMail(): ReactNode {
  const busy = useNavigation().formData?.get('intent') === 'test';
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="test" tone="quiet" busy={busy} busyLabel="Enviant…">
        Envia'm un correu de prova
      </Button>
    </Form>
  );
}

function NoMails({ filter, search }: { filter: MailFilterName; search: string }): ReactNode {
  if (search !== '' || filter !== 'attention') {
    return (
      <EmptyState art={<HeadArt of="magnifier" />} title="No hi ha cap correu així">
        Prova amb menys lletres o amb un altre estat.
      </EmptyState>
    );
  }
  return (
    <EmptyState art={<HeadArt of="party" />} title="Tots els correus han eixit">
      No hi ha res a mirar.
    </EmptyState>
  );
}

function MailList({ page: { mails, total, page, pages, search, filter }, reply }: { page: MailsData; reply: FormReply | undefined }): ReactNode {
  const addressOf = (wanted: number): string => `?${new URLSearchParams({ q: search, estat: filter, page: String(wanted) })}`;
  return (
    <section aria-label="Llista de correus">
      <p className={adminPage.count}>{total === 1 ? '1 correu' : `${total} correus`}</p>
      <ul className={ui.stack4}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <MailRow mail={mail} reply={reply} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} addressOf={addressOf} />
    </section>
  );
}
