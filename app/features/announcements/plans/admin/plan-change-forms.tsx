import type { ReactNode } from 'react';

import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { FieldRow } from '#app/design/admin-kit/fields/field-frame.tsx';
import { CountInput, TextAreaInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from '../../admin/announcements.module.css';
import { MailPreviewBox, recipientsText } from '../../admin/mail-preview-box.tsx';
import type { Route } from './+types/plan-change.ts';
import { moveForm, shrinkForm, withdrawForm } from './plan-forms.ts';

interface PlanFormProps {
  loaderData: Route.ComponentProps['loaderData'];
  reply: FormReply | undefined;
}

type EventTexts = NonNullable<PlanFormProps['loaderData']['fields']>;

const WORDS_HINT = 'Amb les teues paraules: què ha passat i per què. Deixa una línia en blanc entre paràgrafs.';
const CHOICE_HINT = 'Fins a eixe dia, qui ha pagat pot tornar els tiquets i recuperar els diners. Qui no diga res, els conserva. Buit: no es pot triar.';

export function WithdrawForm({ loaderData: { formId, event, sums, recipients }, reply }: PlanFormProps): ReactNode {
  const state = useAdminForm({ intent: 'withdraw', schema: withdrawForm, sent: { id: formId }, defaultValue: { words: '' }, reply });
  const busy = useIsSending('withdraw');
  return (
    <AdminForm state={state}>
      <dl className={styles.figures}>
        <Figure name="Torna per targeta" value={formatEuros(sums.byCard)} />
        <Figure name="Es deu en mà" value={formatEuros(sums.byHand)} />
      </dl>
      <p>
        La venda s'acaba i els tiquets deixen de valdre. El de targeta torna tot sol; el que es va cobrar en mà queda en una llista fins que algú ho apunte. {recipientsText(recipients)}
      </p>
      <TextAreaInput field={state.fields.words} label="Què els diem" rows={6} hint={WORDS_HINT} />
      <div className={ui.cluster3}>
        <PreviewButton busy={busy} />
        <ConfirmAction
          label="Retirar l'acte"
          title="Vols retirar este esdeveniment?"
          facts={[
            { name: 'Esdeveniment', value: event.title },
            { name: 'Data', value: event.whenText },
            { name: 'Torna per targeta', value: formatEuros(sums.byCard) },
            { name: 'Es deu en mà', value: formatEuros(sums.byHand) },
          ]}
          intent="withdraw"
          formId={state.form.id}
          confirmLabel={sums.byCard === 0 ? 'Retirar' : `Retirar i retornar ${formatEuros(sums.byCard)}`}
          busyLabel="Retirant…"
        >
          <p>No es pot desfer.</p>
        </ConfirmAction>
      </div>
      <MailPreviewBox preview={state.reply?.preview} />
    </AdminForm>
  );
}

export function MoveEventForm({ loaderData: { formId, recipients, sums }, fields, reply }: PlanFormProps & { fields: EventTexts }): ReactNode {
  const state = useAdminForm({ intent: 'move', schema: moveForm, sent: { id: formId }, defaultValue: { ...fields, words: '', chooseUntil: '' }, reply });
  const busy = useIsSending('move');
  return (
    <AdminForm state={state} version={state.fields.version}>
      <p>Els tiquets continuen valent i s'envien de nou amb les dades noves. Si el que canvia és el programa, deixa el dia, l'hora i el lloc com estan. Els terminis que encara no han passat (venda, cuina i taules) es mouen els mateixos dies que l'acte. {recipientsText(recipients)}</p>
      <FieldRow>
        <DateInput field={state.fields.date} label="Data" />
        <TimeInput field={state.fields.time} label="Hora" />
      </FieldRow>
      <TextInput field={state.fields.location} label="Lloc" />
      <TextAreaInput field={state.fields.words} label="Què els diem" rows={6} hint={WORDS_HINT} />
      <DateInput field={state.fields.chooseUntil} label="Poden tornar els tiquets fins al" hint={CHOICE_HINT} />
      <Admitted count={sums.admitted} />
      <PlanButtons formId={state.form.id} intent="move" busy={busy} recipients={recipients} />
      <MailPreviewBox preview={state.reply?.preview} />
    </AdminForm>
  );
}

function Admitted({ count }: { count: number }): ReactNode {
  if (count === 0) return null;
  const [title, whose] = count === 1 ? ['Ja ha entrat 1 persona', 'el seu tiquet es queda com a usat i no torna a valdre'] : [`Ja han entrat ${count} persones`, 'els seus tiquets es queden com a usats i no tornen a valdre'];
  return (
    <Banner tone="warning" title={title}>
      Si canvia el dia, {whose}. A qui no li queda cap tiquet sense usar no se li escriu.
    </Banner>
  );
}

export function ShrinkForm({ loaderData: { formId, recipients, sums }, fields: { version }, reply }: PlanFormProps & { fields: EventTexts }): ReactNode {
  const state = useAdminForm({ intent: 'shrink', schema: shrinkForm, sent: { id: formId }, defaultValue: { version, places: '', words: '', chooseUntil: '' }, reply });
  const busy = useIsSending('shrink');
  return (
    <AdminForm state={state} version={state.fields.version}>
      <p>Es venen menys places; qui ja té tiquet el conserva. {sums.maxTickets === null ? 'Ara no hi ha límit.' : `Ara n'hi ha ${sums.maxTickets}.`}</p>
      <CountInput field={state.fields.places} label="Places" hint={`Com a mínim ${sums.fewestPlaces}: els tiquets venuts, reservats i oferits.`} />
      <TextAreaInput field={state.fields.words} label="Què els diem" rows={4} hint={`${WORDS_HINT} Buit: no s'escriu a ningú.`} />
      <DateInput field={state.fields.chooseUntil} label="Poden tornar els tiquets fins al" hint={CHOICE_HINT} />
      <PlanButtons formId={state.form.id} intent="shrink" busy={busy} recipients={recipients} />
      <MailPreviewBox preview={state.reply?.preview} />
    </AdminForm>
  );
}

function PlanButtons({ formId, intent, busy, recipients }: { formId: string; intent: 'move' | 'shrink'; busy: boolean; recipients: PlanFormProps['loaderData']['recipients'] }): ReactNode {
  return (
    <div className={ui.cluster3}>
      <PreviewButton busy={busy} />
      <ConfirmAction label="Fer el canvi" tone="primary" title="Fer este canvi?" intent={intent} formId={formId} confirmLabel="Fer el canvi" confirmTone="primary" busyLabel="Canviant…">
        <p>{intent === 'move' ? `Es guarda i s'escriu a tots els que tenen tiquet. ${recipientsText(recipients)}` : "Es guarda. S'escriu a tots els que tenen tiquet si has posat paraules."}</p>
      </ConfirmAction>
    </div>
  );
}

function PreviewButton({ busy }: { busy: boolean }): ReactNode {
  return (
    <Button type="submit" tone="quiet" name="next" value="preview" busy={busy}>
      Vore el correu
    </Button>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
