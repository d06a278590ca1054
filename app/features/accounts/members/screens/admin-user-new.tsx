import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation } from 'react-router';

import type { Role } from '#app/domain/people/roles.ts';
import { PageHeader } from '#app/ui/layout/page-header.tsx';
import { refuseAdminPage, requireAdminPage } from '#app/http/guards/guards.server.ts';
import { formDraftContext } from '#app/http/cookies/form-draft.server.ts';
import { readForm } from '#app/http/guards/read-body.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmailField, TextField } from '#app/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/ui/forms/focus-on-wrong-field.ts';
import { textOf } from '#app/ui/forms/form-text.ts';
import { withOfflineFallback, NO_CONNECTION } from '#app/ui/offline/lost-connection.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/ui/layout/page-meta.ts';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import { checkUser, createUser, MAX_NAME, type UserProblems } from '../users.server.ts';
import type { Route } from './+types/admin-user-new.ts';
import { readRole, refusalText } from './admin-user-words.ts';
import { RoleField } from './role-field.tsx';

export const meta: Route.MetaFunction = () => [...pageMeta({ title: 'Nou usuari' }), { name: 'robots', content: 'noindex' }];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

interface TypedUser {
  name: string;
  email: string;
  role: Role;
  invites: boolean;
}

export function loader({ context, request }: Route.LoaderArgs): { maxName: number; kept: TypedUser | null } {
  requireAdminPage(context.get(requestContext).actor, request);
  const kept = context.get(formDraftContext);
  return { maxName: MAX_NAME, kept: kept && typedIn(kept) };
}

interface NewUserReply {
  typed: TypedUser;
  problems: UserProblems;
  lost?: boolean;
}

export async function action({ context, request }: Route.ActionArgs): Promise<Response | ReturnType<typeof data<NewUserReply>>> {
  const { deps, actor } = context.get(requestContext);
  const admin = requireAdminPage(actor, request);
  const typed = typedIn(await readForm(request));
  const checked = checkUser(typed);
  if ('problems' in checked) return data({ typed, problems: checked.problems }, { status: 400 });
  const made = await createUser(deps, admin, { ...checked, role: typed.role, invitation: typed.invites ? 'send' : 'none' });
  if (made.outcome === 'done') return redirect(`/admin/users/${made.userId}?done=created`, 303);
  if (made.reason === 'right_lost') throw refuseAdminPage();
  return data({ typed, problems: { email: refusalText(made.reason) } }, { status: 409 });
}

/** Where nothing answers the form stays, and with it what was typed. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withOfflineFallback<NewUserReply>> {
  const typed = typedIn(await request.clone().formData());
  return withOfflineFallback<NewUserReply>(() => serverAction(), { typed, problems: {}, lost: true });
}

function typedIn(form: FormData): TypedUser {
  return { name: textOf(form, 'name'), email: textOf(form, 'email'), role: readRole(form.get('role')) ?? 'socio', invites: form.has('invite') };
}

export default function AdminUserNew({ actionData, loaderData }: Route.ComponentProps): ReactNode {
  const busy = useNavigation().formMethod === 'POST';
  const form = useFocusOnWrongField(actionData);
  const typed = actionData?.typed ?? loaderData.kept;
  const problems = actionData?.problems ?? {};

  return (
    <>
      <PageHeader title="Nou usuari" art="🙋" back={{ to: '/admin/users', text: 'Usuaris' }}>
        Posarà la contrasenya amb l'enllaç de la invitació.
      </PageHeader>
      <Wrap width="text">
        <Form ref={form} method="post" className={adminPage.page} noValidate>
          {actionData?.lost === true ? <Banner tone="error" title={NO_CONNECTION} live="alert" /> : null}
          <TextField label="Nom i cognoms" name="name" defaultValue={typed?.name} error={problems.name ?? null} autoComplete="off" maxLength={loaderData.maxName} required />
          <EmailField label="Correu" autoComplete="off" defaultValue={typed?.email} error={problems.email ?? null} />
          <RoleField label="Rol" role={typed?.role ?? 'socio'} />
          <label className={adminPage.check}>
            <input type="checkbox" name="invite" defaultChecked={typed?.invites ?? true} /> Envia-li la invitació per correu
          </label>
          <div className={adminPage.actions}>
            <Button type="submit" busy={busy} busyLabel="Creant…">
              Crear usuari
            </Button>
            <ButtonLink tone="quiet" to="/admin/users">
              Cancel·lar
            </ButtonLink>
          </div>
        </Form>
      </Wrap>
    </>
  );
}
