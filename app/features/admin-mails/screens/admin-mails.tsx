import type { ReactNode } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import { requireAdminPage } from '#app/http/guards/guards.server.ts';
import { formDraftContext } from '#app/http/cookies/form-draft.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/ui/forms/field.tsx';
import { textOf } from '#app/ui/forms/form-text.ts';
import { withOfflineFallback, NO_CONNECTION } from '#app/ui/offline/lost-connection.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { pageAsked, Pager } from '#app/ui/layout/pager.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { listMails, listSystemicFailures, type MailPage, sendAllAgain, sendMailAgain, type SystemicFailure } from '#app/features/mail/admin-mails/service.server.ts';
import type { Route } from './+types/admin-mails.ts';
import { doneText, FILTER_WORDS, problemText } from './mail-words.ts';
import { MailRow, type ShownMail, type TypedAddress } from './mail-row.tsx';
import { SystemicFailures } from './systemic-failures.tsx';

const MAX_SEARCH = 254;

type Filter = keyof typeof FILTER_WORDS;

export { revalidateOnConflict as shouldRevalidate } from '#app/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = () => [...pageMeta({ title: 'Correus' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

interface MailsData extends Pick<MailPage, 'total' | 'page' | 'pages'> {
  mails: ShownMail[];
  failures: SystemicFailure[];
  search: string;
  filter: Filter;
  /** What an admin had typed who had to sign in again. */
  kept: TypedAddress | null;
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<MailsData> {
  const { deps, actor, mailNames } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const query = new URL(request.url).searchParams;
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const filter = readFilter(query.get('estat')) ?? (search === '' ? 'attention' : 'all');
  const page = pageAsked(query);
  const [found, failures] = await Promise.all([listMails(deps, admin, { filter, search, page }), listSystemicFailures(deps, admin)]);
  const now = deps.clock.now();
  return { ...found, failures, search, filter, kept: keptAddressIn(context.get(formDraftContext)), mails: found.mails.map((mail) => ({ ...shown(mail, now), name: mailNames.get(mail.kind) ?? mail.kind })) };
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

function keptAddressIn(form: FormData | null): TypedAddress | null {
  return form?.get('intent') === 'address' ? { mailId: textOf(form, 'mail'), typed: textOf(form, 'to'), error: null } : null;
}

interface MailsReply {
  problem?: string;
  wrong?: TypedAddress;
}

export async function action({ context, request }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<MailsReply>>> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const form = await readForm(request);
  const refuse = (code: string): ReturnType<typeof data<MailsReply>> => data({ problem: problemText(code) }, { status: code === 'unreadable' ? 400 : 409 });
  const done = (deed: string): Response => redirect(`/admin/mails?${new URLSearchParams({ ...placeOf(request), done: deed })}`, 303);
  const mailId = textOf(form, 'mail');
  switch (form.get('intent')) {
    case 'again': {
      const outcome = await sendMailAgain(deps, admin, mailId);
      return outcome === 'done' ? done('again') : refuse(outcome);
    }
    case 'all-again':
      return done(`again-${await sendAllAgain(deps, admin, textOf(form, 'trouble'))}`);
    case 'address': {
      const typed = textOf(form, 'to');
      const to = parseEmailAddress(typed);
      if (to === null) return data({ wrong: { mailId, typed, error: 'Per favor, introdueix un email vàlid' } }, { status: 400 });
      const outcome = await correctAddress(deps, admin, { orderNumber: textOf(form, 'comanda'), from: textOf(form, 'from'), to });
      return outcome === 'done' ? done('address') : refuse(outcome);
    }
    default:
      return refuse('unreadable');
  }
}

/** Where nothing answers the form stays, and with it what was typed. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): ReturnType<typeof withOfflineFallback<MailsReply>> {
  return withOfflineFallback<MailsReply>(() => serverAction(), { problem: NO_CONNECTION });
}

export default function AdminMails({ loaderData, actionData }: Route.ComponentProps): ReactNode {
  const { mails, failures, search, filter } = loaderData;
  const [address] = useSearchParams();
  const done = actionData === undefined ? doneText(address.get('done')) : null;
  return (
    <>
      <PageHeader title="Correus" art="📮" back={{ to: '/admin', text: 'Panell' }}>
        Què ha arribat, què espera i què s'ha d'arreglar.
      </PageHeader>
      <Wrap>
        <div className={adminPage.page}>
          {actionData?.problem === undefined ? null : <Banner tone="error" title={actionData.problem} live="alert" />}
          {done === null ? null : <Banner tone="success" title={done} live="status" />}
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
          {mails.length === 0 ? <NoMails filter={filter} search={search} /> : <MailList page={loaderData} address={actionData?.wrong ?? loaderData.kept} />}
        </div>
      </Wrap>
    </>
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

function MailList({ page: { mails, total, page, pages, search, filter }, address }: { page: MailsData; address: TypedAddress | null }): ReactNode {
  const addressOf = (wanted: number): string => `?${new URLSearchParams({ q: search, estat: filter, page: String(wanted) })}`;
  return (
    <section aria-label="Llista de correus">
      <p className={adminPage.count}>{total === 1 ? '1 correu' : `${total} correus`}</p>
      <ul className={adminPage.list}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <MailRow mail={mail} address={address?.mailId === mail.id ? address : null} />
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

/** Where in the list the admin stands, so that the deed leads back there. */
function placeOf(request: Request): Record<string, string> {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(['q', 'estat', 'page'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, MAX_SEARCH)]] : [])));
}
