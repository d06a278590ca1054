import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';

import { groupRefusalText, MAX_GROUP_NAME, groupPlacesText } from '#app/domain/groups/event-group.ts';
import { listText } from '#app/domain/list.ts';
import { MAX_FIRST_NAME } from '#app/domain/people/first-name.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import { ShareLink, type Sharing } from '#app/design/ui/share-link.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { takeGroupTry } from '../codes/service.server.ts';
import { changeGroup, type GroupOutcome, type GroupRequester, type OwnGroup, readOwnGroup } from '../service.server.ts';
import { shareOfGroup } from '../share/service.server.ts';
import type { Route } from './+types/own-group.ts';
import styles from './groups.module.css';

export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'La teua colla' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  // Not 'no-referrer': a form would then name no origin, and without scripts be refused as foreign.
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'private, no-store' };
}

interface OwnGroupData {
  own: Omit<OwnGroup, 'closesAt'> & { closesText: string };
  share: Sharing | null;
  backTo: string;
  isRecipient: boolean;
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<OwnGroupData> {
  const { deps } = context.get(requestContext);
  const requester = requesterIn(url);
  const found = await readOwnGroup(deps, requester);
  if (found === null) throw redirect('/', 302);
  const { closesAt, ...own } = found;
  return {
    own: { ...own, closesText: instantText(closesAt.toISOString()) },
    share: own.group && shareOfGroup(deps, { ...own.group, eventTitle: own.eventTitle }),
    isRecipient: requester.kind === 'recipient',
    backTo: requester.kind === 'recipient' ? `/regal/tiquet?clau=${encodeURIComponent(requester.key)}` : `/payment-success?order_id=${encodeURIComponent(url.searchParams.get('order_id') ?? '')}`,
  };
}

interface GroupProblem {
  fields: { code?: string; name?: string; firstName?: string };
  whole?: string;
  typed: Typed;
  intent?: string;
}

interface Typed {
  code: string;
  name: string;
  firstName: string;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { deps, address, limits } = context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(request);
  const typed = typedIn(form);
  const intent = textOf(form, 'intent');
  const body = { firstName: typed.firstName, ...(intent === 'crear' ? { name: typed.name } : { code: typed.code }) };
  // Whatever the button was: a form may be sent without ours.
  const asksByCode = intent !== 'crear' && intent !== 'deixar';
  if (asksByCode) {
    const wait = await takeGroupTry(deps, { network: address, limits });
    if (wait !== null) return data<GroupProblem>({ fields: {}, whole: 'Massa codis seguits: espera uns minuts i torna-ho a provar', typed }, { status: 429 });
  }
  const outcome = await changeGroup(deps, requesterIn(url), intent === 'deixar' ? null : body);
  if (asksByCode && outcome !== 'group_not_found') await limits.refund('unknown_group', address);
  if (outcome !== 'done') return data<GroupProblem>({ ...problemOf(outcome), typed, intent }, { status: 409 });
  url.searchParams.set('fet', intent === 'deixar' ? 'deixada' : '1');
  return redirect(`${url.pathname}${url.search}`, { status: 303, headers: headers() });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<GroupProblem>> {
  const form = await request.clone().formData();
  return withFormDraft<GroupProblem>(() => serverAction(), (problem) => ({ fields: {}, whole: problem, typed: typedIn(form) }));
}

function requesterIn({ searchParams }: URL): GroupRequester {
  const key = searchParams.get('clau');
  return key === null ? { kind: 'order', bearer: searchParams.get('order_id') ?? '' } : { kind: 'recipient', key };
}

function typedIn(form: FormData): Typed {
  return { code: textOf(form, 'codi'), name: textOf(form, 'nom'), firstName: textOf(form, 'el-teu-nom') };
}

function problemOf(outcome: Exclude<GroupOutcome, 'done'>): Pick<GroupProblem, 'fields' | 'whole'> {
  if (typeof outcome === 'object') return { fields: Object.fromEntries(Object.entries(outcome.fields).map(([path, text]) => [path.replace('group.', ''), text])) };
  switch (outcome) {
    case 'group_not_found':
      return { fields: { code: 'No hi ha cap colla amb eixe codi en este acte' } };
    case 'full':
      return { fields: { code: 'En eixa colla no cabeu tots: ja està plena' } };
    case 'closed':
      return { fields: {}, whole: 'Les taules ja estan tancades: si cal canviar res, parla amb nosaltres.' };
    case 'not_found':
      return { fields: {}, whole: 'Esta comanda ja no val.' };
  }
}

export default function OwnGroupPage({ loaderData: { own, share, backTo, isRecipient }, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  const forms = useFocusOnWrongField<HTMLDivElement>(actionData ?? null);
  const done = search.get('fet');
  const problem = actionData ?? null;
  const mayChange = own.offered && !own.closed;
  return (
    <>
      <PageHeader title="La teua colla" art={<HeadArt of="colla" />} back={{ to: backTo, text: isRecipient ? 'El tiquet' : 'La comanda' }}>
        {own.eventTitle} · {own.when}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet} ref={forms}>
          {problem?.whole === undefined ? null : <Banner tone="error" live="alert" title={problem.whole} />}
          {done !== null && problem === null ? <Banner tone="success" live="status" title={done === 'deixada' ? 'Ja no esteu en cap colla' : 'Fet: seureu amb la colla'} /> : null}
          {own.refused === null ? null : (
            <Banner tone="warning" title="La comanda és bona, però sense colla">
              <p>
                {groupRefusalText(own.refused.reason)}
                {own.refused.name === null ? '' : `: «${own.refused.name}»`}. En podeu triar una altra ací.
              </p>
            </Banner>
          )}
          {own.group === null ? null : <Current group={own.group} share={share} mayLeave={mayChange} mayName={!isRecipient} problem={problem} />}
          {mayChange && !isRecipient ? <Choose hasGroup={own.group !== null} firstName={own.group?.firstName ?? ''} problem={problem} closesText={own.closesText} /> : null}
          {mayChange ? null : <p>Les taules ja estan tancades. Si cal canviar res, parla amb nosaltres.</p>}
        </div>
      </Wrap>
    </>
  );
}

function Current({ group, share, mayLeave, mayName, problem }: { group: NonNullable<OwnGroup['group']>; share: Sharing | null; mayLeave: boolean; mayName: boolean; problem: GroupProblem | null }): ReactNode {
  const busy = useNavigation().formData?.get('intent');
  return (
    <section className={styles.card} aria-labelledby="colla-nom">
      <h2 id="colla-nom" className={`${ui.heading} ${ui.wraps}`}>
        {group.name}
      </h2>
      <p className={ui.wraps}>
        {groupPlacesText(group.view.places)} de moment{group.view.names.length === 0 ? '' : `: ${listText(group.view.names)}`}.
      </p>
      {group.view.table === null ? null : <Chip tone="teal">{group.view.table}</Chip>}
      <p className={ui.small}>
        Codi: <b className={styles.code}>{group.code}</b>
      </p>
      {share === null ? null : (
        <>
          <ShareLink {...share} label="Convidar a la colla" tone="primary" />
          <p className={`${ui.small} ${ui.wraps}`}>{share.url}</p>
        </>
      )}
      {mayLeave && mayName ? (
        <Form method="post" noValidate preventScrollReset className={styles.inline}>
          <input type="hidden" name="codi" value={group.code} />
          <TextField label="El teu nom (opcional)" name="el-teu-nom" maxLength={MAX_FIRST_NAME} autoComplete="given-name" defaultValue={problem?.intent === 'nom' ? problem.typed.firstName : (group.firstName ?? '')} error={problem?.intent === 'nom' ? (problem.fields.firstName ?? null) : null} hint={NAME_HINT} />
          <Button type="submit" name="intent" value="nom" tone="quiet" busy={busy === 'nom'}>
            Guardar el nom
          </Button>
        </Form>
      ) : null}
      {mayLeave ? (
        <Form method="post">
          <Button type="submit" name="intent" value="deixar" tone="quiet" busy={busy === 'deixar'}>
            Deixar la colla
          </Button>
        </Form>
      ) : null}
    </section>
  );
}

const NAME_HINT = "El vorà qui tinga l'enllaç de la colla.";

function Choose({ hasGroup, firstName, problem, closesText }: { hasGroup: boolean; firstName: string; problem: GroupProblem | null; closesText: string }): ReactNode {
  const own = problem?.intent === 'nom' ? null : problem;
  const forms = <ChooseForms hasGroup={hasGroup} firstName={firstName} problem={own} />;
  return (
    <>
      {hasGroup ? (
        <details className={styles.others} open={own !== null || undefined}>
          <summary className={ui.fold}>Canviar de colla o crear-ne una altra</summary>
          <div className={styles.forms}>{forms}</div>
        </details>
      ) : (
        forms
      )}
      <p className={ui.small}>Ho pots canviar fins al {closesText}. Tota la comanda va junta; un tiquet que has donat es queda on està.</p>
    </>
  );
}

function ChooseForms({ hasGroup, firstName, problem }: { hasGroup: boolean; firstName: string; problem: GroupProblem | null }): ReactNode {
  const busy = useNavigation().formData?.get('intent');
  const typed = problem?.typed;
  const name = <TextField label="El teu nom (opcional)" name="el-teu-nom" maxLength={MAX_FIRST_NAME} autoComplete="given-name" defaultValue={typed?.firstName ?? firstName} error={problem?.fields.firstName ?? null} hint={NAME_HINT} />;
  return (
    <>
      <Form method="post" noValidate className={styles.card}>
        <h2 className={ui.heading}>{hasGroup ? 'Canviar de colla' : 'Unir-me a una colla'}</h2>
        <div className={styles.form}>
          <TextField label="Codi de la colla" name="codi" autoCapitalize="characters" autoComplete="off" spellCheck={false} defaultValue={typed?.code} error={problem?.fields.code ?? null} hint="Sis lletres i xifres, o l'enllaç sencer." />
          {name}
        </div>
        <Button type="submit" name="intent" value="unir" tone={hasGroup ? 'quiet' : 'primary'} busy={busy === 'unir'}>
          {hasGroup ? 'Canviar de colla' : "Unir-m'hi"}
        </Button>
      </Form>
      <Form method="post" noValidate className={styles.card}>
        <h2 className={ui.heading}>Crear una colla</h2>
        <div className={styles.form}>
          <TextField label="Nom de la colla" name="nom" maxLength={MAX_GROUP_NAME * 4} defaultValue={typed?.name} error={problem?.fields.name ?? null} />
          {name}
        </div>
        <Button type="submit" name="intent" value="crear" tone="quiet" busy={busy === 'crear'}>
          Crear la colla
        </Button>
      </Form>
    </>
  );
}
