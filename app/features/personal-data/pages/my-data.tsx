import type { ReactNode } from 'react';
import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { checkName, MAX_NAME } from '#app/domain/people/user-fields.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { withFormDraft } from '#app/platform/client-state/lost-connection.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { EmailField, TextAreaField, TextField } from '#app/design/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { myDataCookie } from '../links/cookies.server.ts';
import { askForMyData } from '../links/service.server.ts';
import { collectPersonalData, displayPersonalData, doForPerson, hasConsents } from '../service.server.ts';
import type { Route } from './+types/my-data.ts';
import { PRIVATE, subjectOfRequest } from './my-data-request.server.ts';
import styles from './my-data.module.css';
import { DataSections } from './data-sections.tsx';

const HERE = '/les-meues-dades';
const MAX_WORDS = 2_000;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta({ matches, title: 'Les meues dades', description: 'Què guardem de tu: vore-ho, descarregar-ho, corregir-ho i esborrar-ho.' }), { name: 'robots', content: 'noindex' }];

export function headers(): Record<string, string> {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, subject } = await subjectOfRequest(args);
  const { actor, mailNames } = args.context.get(requestContext);
  if (subject === null) return data({ mine: null, typed: actor.kind === 'user' ? actor.email : '' }, { headers: PRIVATE });
  const [found, consented] = await Promise.all([collectPersonalData(deps, subject.email), hasConsents(deps, subject.email)]);
  const account = found['account'];
  const name = typeof account === 'object' && account !== null && 'name' in account ? String(account.name) : '';
  return data({ mine: { email: subject.email, visibleData: displayPersonalData(found, mailNames), name, hasAccount: account !== null, hasConsents: consented, isByLink: subject.by.via === 'link' }, typed: '' }, { headers: PRIVATE });
}

interface MyDataAnswer {
  intent: string;
  problem: string;
  typed: string;
}

export async function action(args: Route.ActionArgs) {
  const { deps, subject } = await subjectOfRequest(args);
  const { address, limits } = args.context.get(requestContext);
  limits.countRequest('write', address);
  const form = await readForm(args.request);
  const intent = textOf(form, 'intent');
  const refuse = (problem: string, typed: string, status = 400) => data<MyDataAnswer>({ intent, problem, typed }, { status, headers: PRIVATE });
  const back = (done: string, cookie?: string) => redirect(`${HERE}?${done}=1`, { status: 303, headers: { ...PRIVATE, ...(cookie !== undefined && { 'Set-Cookie': cookie }) } });

  if (intent === 'ask') {
    const typed = textOf(form, 'email');
    const email = parseEmailAddress(typed);
    if (email === null) return refuse("L'email no té un format vàlid", typed);
    await askForMyData(deps, { email, network: address, limits });
    return back('enviat');
  }
  if (intent === 'leave') return back('adeu', myDataCookie('key', null, deps.env.publicUrl));
  if (subject === null) return back('caducat');
  if (intent === 'rename') {
    const typed = textOf(form, 'name');
    const checked = checkName(typed);
    if ('problem' in checked) return refuse(checked.problem, typed);
    await doForPerson(deps, { ...subject, kind: 'rename', name: checked.value });
    return back('corregit');
  }
  if (intent === 'withdraw') {
    await doForPerson(deps, { ...subject, kind: 'withdraw_consent' });
    return back('retirat');
  }
  const typed = textOf(form, 'words');
  const words = typed.trim();
  if (words === '') return refuse('Escriu què vols demanar.', typed);
  if (words.length > MAX_WORDS || !isStorableText(words)) return refuse(`Pots escriure fins a ${MAX_WORDS} lletres, sense caràcters estranys.`, typed);
  if ((await limits.take('data_request_of_email', subject.email)) !== null) return refuse('Hui ja has enviat unes quantes peticions: les mirem totes. Torna-ho a provar demà.', typed, 429);
  await doForPerson(deps, { ...subject, kind: 'other', words });
  return back('demanat');
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): ReturnType<typeof withFormDraft<MyDataAnswer>> {
  const form = await request.clone().formData();
  const typed = textOf(form, 'email') || textOf(form, 'name') || textOf(form, 'words');
  return withFormDraft<MyDataAnswer>(() => serverAction(), (problem) => ({ intent: textOf(form, 'intent'), problem, typed }));
}

const DONE: Readonly<Record<string, { title: string; text: string }>> = {
  corregit: { title: 'Nom corregit', text: 'Ja consta el nom nou.' },
  retirat: { title: 'Permisos retirats', text: "Hem esborrat el que guardàvem amb el teu permís. La cuina no ho vorà." },
  demanat: { title: 'Petició rebuda', text: "L'associació la mira i et contesta al correu abans d'un mes." },
  tancat: { title: 'Fet: ja no en guardem res', text: 'El compte està tancat i les dades esborrades. Els imports i les dates de les compres es conserven per llei, sense el teu nom.' },
  pendent: { title: 'El compte està tancat', text: "Si tens tiquets d'actes que venen, continuen valent. Quan passen els actes, o quan acaba la devolució que estiga en marxa, esborrarem el que queda: no has de fer res. Els imports i les dates es conserven per llei, sense el teu nom." },
  adeu: { title: 'Tancat en este navegador', text: 'Per a tornar a vore-les, demana un altre enllaç.' },
};

export default function MyData({ loaderData: { mine, typed }, actionData }: Route.ComponentProps): ReactNode {
  const [search] = useSearchParams();
  const done = Object.entries(DONE).find(([word]) => search.has(word))?.[1];
  return (
    <>
      <PageHeader title="Les meues dades" art={<HeadArt of="letter" />}>
        {mine === null ? 'Què guardem de tu, i què en pots fer.' : <span className={ui.wraps}>El que guardem de {mine.email}</span>}
      </PageHeader>
      <Wrap width="text">
        <div className={styles.sheet}>
          {done === undefined || actionData !== undefined ? null : (
            <Banner tone="success" live="status" title={done.title}>
              <p>{done.text}</p>
            </Banner>
          )}
          {mine === null ? <AskForLink typed={typed} answer={actionData ?? null} isSent={search.has('enviat')} isExpired={search.has('caducat')} /> : <Mine mine={mine} answer={actionData ?? null} />}
        </div>
      </Wrap>
    </>
  );
}

function AskForLink({ typed, answer, isSent, isExpired }: { typed: string; answer: MyDataAnswer | null; isSent: boolean; isExpired: boolean }): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const form = useFocusOnWrongField(answer);
  if (isSent && answer === null) {
    return (
      <section className={styles.part}>
        <Banner tone="success" title="Petició rebuda" live="status">
          <p>Si guardem res d'eixe correu, rebràs un missatge amb un enllaç. Servix una sola vegada i caduca d'ací a 24 hores.</p>
        </Banner>
        <p>
          <ButtonLink tone="quiet" to={HERE} replace>
            Prova amb un altre correu
          </ButtonLink>
        </p>
      </section>
    );
  }
  return (
    <section className={styles.part}>
      {isExpired ? (
        <Banner tone="warning" title="L'enllaç ja no funciona">
          <p>Servix una sola vegada i durant 24 hores. Demana'n un altre.</p>
        </Banner>
      ) : null}
      <p>Escriu el teu correu i t'enviarem un enllaç per a vore, descarregar, corregir o esborrar el que guardem. No cal tindre compte.</p>
      <Form ref={form} method="post" action={HERE} noValidate className={ui.stack4}>
        <EmailField label="Correu electrònic" defaultValue={answer?.typed ?? typed} error={answer?.intent === 'ask' ? answer.problem : null} />
        <Button type="submit" name="intent" value="ask" busy={busy} busyLabel="Enviant...">
          Envia'm l'enllaç
        </Button>
      </Form>
    </section>
  );
}

type MyDataView = NonNullable<Route.ComponentProps['loaderData']['mine']>;

interface MineProps {
  mine: MyDataView;
  answer: MyDataAnswer | null;
}

function Mine({ mine, answer }: MineProps): ReactNode {
  return (
    <>
      <StoredData mine={mine} />
      <RenameForm mine={mine} answer={answer} />
      {mine.hasConsents ? <WithdrawConsents /> : null}
      <OtherRequestForm answer={answer} />
      <CloseAccount hasAccount={mine.hasAccount} />
      {mine.isByLink ? (
        <Form method="post" action={HERE}>
          <Button type="submit" name="intent" value="leave" tone="text">
            Deixar de vore-les en este navegador
          </Button>
        </Form>
      ) : null}
    </>
  );
}

function StoredData({ mine }: Pick<MineProps, 'mine'>): ReactNode {
  return (
    <section className={styles.part} aria-labelledby="kept">
      <h2 id="kept" className={ui.heading}>
        Què guardem
      </h2>
      <DataSections data={mine.visibleData} />
      <p>
        <ButtonAnchor tone="quiet" href={`${HERE}/dades.json`} download="les-meues-dades.json">
          Descarregar-ho tot (JSON)
        </ButtonAnchor>
      </p>
    </section>
  );
}

function RenameForm({ mine, answer }: MineProps): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const form = useFocusOnWrongField(answer);
  const refused = answer?.intent === 'rename' ? answer : null;
  return (
    <section className={styles.part} aria-labelledby="rename">
      <h2 id="rename" className={ui.heading}>
        Corregir el nom
      </h2>
      <Form ref={form} method="post" action={HERE} noValidate className={ui.stack4}>
        <TextField label="Nom i cognoms" name="name" autoComplete="name" required maxLength={MAX_NAME * 2} defaultValue={refused?.typed ?? mine.name} error={refused?.problem ?? null} hint="El canviem al compte i a les comandes. Per a canviar el correu, demana-ho baix." />
        <Button type="submit" name="intent" value="rename" tone="quiet" busy={busy}>
          Guardar el nom
        </Button>
      </Form>
    </section>
  );
}

function WithdrawConsents(): ReactNode {
  const busy = useNavigation().state !== 'idle';
  return (
    <section className={styles.part} aria-labelledby="consents">
      <h2 id="consents" className={ui.heading}>
        Permisos
      </h2>
      <p>Vas donar permís perquè la cuina sàpia què no pots menjar. El pots retirar quan vulgues: ho esborrem a l'instant.</p>
      <Form method="post" action={HERE}>
        <Button type="submit" name="intent" value="withdraw" tone="quiet" busy={busy}>
          Retirar els permisos i esborrar-ho
        </Button>
      </Form>
    </section>
  );
}

function OtherRequestForm({ answer }: Pick<MineProps, 'answer'>): ReactNode {
  const busy = useNavigation().state !== 'idle';
  const refused = answer?.intent === 'other' ? answer : null;
  return (
    <section className={styles.part} aria-labelledby="other">
      <h2 id="other" className={ui.heading}>
        Demanar una altra cosa
      </h2>
      <Form method="post" action={HERE} noValidate className={ui.stack4}>
        <TextAreaField label="Què vols demanar" name="words" rows={3} defaultValue={refused?.typed ?? ''} error={refused?.problem ?? null} hint="Ho llig l'administració de l'associació, i et contesta al correu." />
        <Button type="submit" name="intent" value="other" tone="quiet" busy={busy}>
          Enviar la petició
        </Button>
      </Form>
    </section>
  );
}

function CloseAccount({ hasAccount }: { hasAccount: boolean }): ReactNode {
  return (
    <section className={styles.part} aria-labelledby="close">
      <h2 id="close" className={ui.heading}>
        {hasAccount ? 'Tancar el compte' : 'Esborrar les dades'}
      </h2>
      <p>Abans de fer res et direm quins tiquets tens per als actes que venen i què es conserva per llei.</p>
      <p>
        <ButtonLink tone="danger" to={`${HERE}/tancar`}>
          {hasAccount ? 'Tancar el compte…' : 'Esborrar les dades…'}
        </ButtonLink>
      </p>
    </section>
  );
}
