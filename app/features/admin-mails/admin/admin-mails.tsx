import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { dispatchIntent, parseForm, readAdminForm, refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { listMails, listSystemicFailures, type MailPage, sendAllAgain, sendMailAgain, type SystemicFailure } from '#app/features/mail/admin-mails/service.server.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { requestedPage, Pager } from '#app/design/ui/layout/pager.tsx';

import type { Route } from './+types/admin-mails.ts';
import { addressForm } from './address-form.ts';
import { MailRow, type ShownMail } from './mail-row.tsx';
import { allAgainText, FILTER_WORDS, problemText } from './mail-words.ts';
import { SystemicFailures } from './systemic-failures.tsx';

const MAX_SEARCH = 254;

type Filter = keyof typeof FILTER_WORDS;

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Correus' });

interface MailsData extends Pick<MailPage, 'total' | 'page' | 'pages'> {
  mails: ShownMail[];
  failures: SystemicFailure[];
  search: string;
  filter: Filter;
}

export async function loader(args: Route.LoaderArgs): Promise<MailsData> {
  const { deps, staff, query } = staffOf(args, 'admin');
  const { mailNames } = args.context.get(requestContext);
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const filter = readFilter(query.get('estat')) ?? (search === '' ? 'attention' : 'all');
  const [found, failures] = await Promise.all([listMails(deps, staff, { filter, search, page: requestedPage(query) }), listSystemicFailures(deps, staff)]);
  const now = deps.clock.now();
  return { ...found, failures, search, filter, mails: found.mails.map((mail) => ({ ...shown(mail, now), name: mailNames.get(mail.kind) ?? mail.kind })) };
}

function shown({ nextAttemptAt, createdAt, sentAt, orderNumber, orderEmail, ...mail }: MailPage['mails'][number], now: Date): Omit<ShownMail, 'name'> {
  const waits = mail.status === 'pending' && nextAttemptAt > now;
  return {
    ...mail,
    writtenAt: instantText(createdAt.toISOString()),
    sentAt: sentAt && instantText(sentAt.toISOString()),
    againAt: waits ? instantText(nextAttemptAt.toISOString()) : null,
    order: orderNumber === null || orderEmail === null ? null : { orderNumber, email: orderEmail },
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, query, done } = staffOf(args, 'admin');
  const form = await readAdminForm(args.request);
  const here = placeIn(query);
  return dispatchIntent(form, {
    async again() {
      const outcome = await sendMailAgain(deps, staff, textOf(form, 'mail'));
      if (outcome === 'right_lost') throw refuseAdminPage();
      return outcome === 'done' ? done(here, 'El correu torna a eixir ara mateix') : refuseAction('again', problemText(outcome));
    },
    async 'all-again'() {
      const sent = await sendAllAgain(deps, staff, textOf(form, 'failure'));
      if (sent === 'right_lost') throw refuseAdminPage();
      return done(here, allAgainText(sent));
    },
    async address() {
      const address = parseForm(form, addressForm);
      if (address.reply) return address.reply;
      const { value, refuse } = address;
      const outcome = await correctAddress(deps, staff, { orderNumber: textOf(form, 'comanda'), from: textOf(form, 'from'), to: value.to });
      if (outcome === 'right_lost') throw refuseAdminPage();
      // To where the new mail is: the list by the old address would show the old one alone.
      const there = `/admin/mails?${new URLSearchParams({ q: value.to, estat: 'all' })}`;
      return outcome === 'done' ? done(there, 'Adreça corregida: els tiquets hi van de camí') : refuse({ problem: problemText(outcome) });
    },
  });
}

export default function AdminMails({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { mails, failures, search, filter } = loaderData;
  return (
    <AdminPage title="Correus" lead="Què ha arribat, què espera i què s'ha d'arreglar." reply={actionData}>
      <SystemicFailures failures={failures} />
      <Form className={adminPage.search} role="search">
        <TextField key={search} label="Comanda o correu" type="search" name="q" defaultValue={search} maxLength={MAX_SEARCH} placeholder="ORD-…" />
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

function NoMails({ filter, search }: { filter: Filter; search: string }): ReactNode {
  if (search !== '' || filter !== 'attention') {
    return (
      <EmptyState art="🔎" title="No hi ha cap correu així">
        Prova amb menys lletres o amb un altre estat.
      </EmptyState>
    );
  }
  return (
    <EmptyState art="✅" title="Tots els correus han eixit">
      No hi ha res a mirar.
    </EmptyState>
  );
}

function MailList({ page: { mails, total, page, pages, search, filter }, reply }: { page: MailsData; reply: FormReply | undefined }): ReactNode {
  const addressOf = (wanted: number): string => `?${new URLSearchParams({ q: search, estat: filter, page: String(wanted) })}`;
  return (
    <section aria-label="Llista de correus">
      <p className={adminPage.count}>{total === 1 ? '1 correu' : `${total} correus`}</p>
      <ul className={adminPage.list}>
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

function readFilter(value: string | null): Filter | null {
  return value !== null && Object.hasOwn(FILTER_WORDS, value) ? (value as Filter) : null;
}

function placeIn(query: URLSearchParams): string {
  const place = new URLSearchParams(['q', 'estat', 'page'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, MAX_SEARCH)]] : [])));
  return place.size === 0 ? '/admin/mails' : `/admin/mails?${place}`;
}
