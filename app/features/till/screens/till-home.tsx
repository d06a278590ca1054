import type { ReactNode } from 'react';
import { Link, redirect } from 'react-router';

import { MoneyInput, TextInput } from '#app/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/admin-kit/server/staff-request.server.ts';
import { differences, sumOf } from '#app/domain/till/cash-up.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { refuseAdminPage } from '#app/http/guards/guards.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { formatEuros } from '#app/ui/format-money.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';

import { listSessions, openSession, type SessionRow } from '../sessions/service.server.ts';
import type { Route } from './+types/till-home.ts';
import { openForm } from './till-forms.ts';
import styles from './till-home.module.css';
import { UnansweredSales } from './unanswered/unanswered-sales.tsx';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Taquilla' });

interface ListedSession {
  id: string;
  name: string;
  openedText: string;
  openedBy: string;
  closedText: string | null;
  /** Too much (or too little) of all means together; null while it is open. */
  difference: number | null;
}

/** Whoever has one open drawer of their own is there to sell: they go on to it. */
export async function loader(args: Route.LoaderArgs): Promise<Response | { sessions: ListedSession[]; isTaken: boolean }> {
  const { deps, staff, query } = staffOf(args, 'till');
  const sessions = await listSessions(deps, staff);
  const [own, ...others] = sessions.filter(({ closedAt, openedBy }) => closedAt === null && openedBy === staff);
  if (own && others.length === 0 && !query.has('totes')) return redirect(`/admin/till/${own.id}`);
  return { sessions: sessions.map(listed), isTaken: sessions.some(({ closedAt, name }) => closedAt === null && name.toLowerCase() === 'taquilla') };
}

function listed({ id, name, openedAt, openedByName, closedAt, expected, counted }: SessionRow): ListedSession {
  return {
    id,
    name,
    openedText: instantText(openedAt.toISOString()),
    openedBy: openedByName ?? 'un compte esborrat',
    closedText: closedAt && instantText(closedAt.toISOString()),
    difference: expected && counted && sumOf(differences(expected, counted)),
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, done } = staffOf(args, 'till');
  const form = parseForm(await readAdminForm(args.request), openForm);
  if (form.reply) return form.reply;
  const opened = await openSession(deps, staff, { ...form.value, key: null });
  switch (opened.outcome) {
    case 'opened':
      return done(`/admin/till/${opened.id}`, `Caixa «${form.value.name}» oberta amb ${formatEuros(form.value.float)}`);
    case 'is_open':
      return form.refuse({ fields: { name: 'Esta caixa ja està oberta: entra-hi, o posa-li un altre nom a la teua' } });
    case 'key_reused':
    case 'refused':
      throw refuseAdminPage();
  }
}

export default function TillHome({ loaderData: { sessions, isTaken }, actionData }: Route.ComponentProps): ReactNode {
  const open = sessions.filter(({ closedText }) => closedText === null);
  const closed = sessions.filter(({ closedText }) => closedText !== null);
  return (
    <AdminPage title="Taquilla" lead="Obri una caixa, ven en persona i tanca-la quan acabes." reply={actionData}>
      <UnansweredSales />
      {open.length === 0 ? null : (
        <ul className={adminPage.list} aria-label="Caixes obertes">
          {open.map(({ id, name, openedText, openedBy }) => (
            <li key={id} className={`${adminPage.sheet} ${styles.open}`}>
              <div>
                <h2 className={styles.name}>{name}</h2>
                <p className={styles.soft}>
                  Oberta per {openedBy}, {openedText}
                </p>
              </div>
              <ButtonLink to={`/admin/till/${id}`}>Vendre</ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <OpenForm reply={actionData} name={isTaken ? '' : 'Taquilla'} />
      {closed.length === 0 ? null : (
        <section aria-labelledby="closed-sessions" className={adminPage.sheet}>
          <h2 id="closed-sessions" className={styles.name}>
            Arquejos
          </h2>
          <ul className={styles.closed}>
            {closed.map(({ id, name, closedText, openedBy, difference }) => (
              <li key={id}>
                <Link to={`/admin/till/${id}/close`}>
                  {name} · {closedText}
                </Link>
                <span className={styles.soft}>{openedBy}</span>
                <Difference amount={difference ?? 0} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </AdminPage>
  );
}

function Difference({ amount }: { amount: number }): ReactNode {
  if (amount === 0) return <Chip tone="teal">Quadra</Chip>;
  return <Chip tone="red">{amount > 0 ? `Sobren ${formatEuros(amount)}` : `Falten ${formatEuros(-amount)}`}</Chip>;
}

function OpenForm({ reply, name }: { reply: FormReply | undefined; name: string }): ReactNode {
  const state = useAdminForm({ intent: 'open', schema: openForm, defaultValue: { name, float: '' }, reply });
  return (
    <section className={adminPage.sheet} aria-labelledby="open-session">
      <h2 id="open-session" className={styles.name}>
        Obrir una caixa
      </h2>
      <AdminForm state={state}>
        <div className={styles.fields}>
          <TextInput field={state.fields.name} label="Caixa" hint="On està: Porta, Casal…" />
          <MoneyInput field={state.fields.float} label="Fons inicial" hint="El canvi que hi poses, comptat." />
        </div>
        <div className={adminPage.actions}>
          <Button type="submit" busy={useIsSending('open')} busyLabel="Obrint…">
            Obrir la caixa
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}
