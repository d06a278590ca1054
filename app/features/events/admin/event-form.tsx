import { type ReactNode, useState } from 'react';

import { CheckInput, RadioInput } from '#app/design/admin-kit/fields/choices.tsx';
import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { EmojiInput } from '#app/design/admin-kit/fields/emoji-input.tsx';
import { CountInput, HiddenInput, MoneyInput, TextAreaInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { type FormTexts, initialTexts, type Inputs, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { PictureInput } from '#app/design/admin-kit/images/picture-input.tsx';
import { soldOverLimit } from '#app/domain/event/event-draft.ts';
import { EVENT_FIELDS, type EventFields, VISIBILITY_TEXTS } from '#app/domain/event/event-fields.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { HoldersMail } from './holders-mail/holders-mail.tsx';
import { eventForm } from './event-forms.ts';
import styles from './event-form.module.css';

const VISIBILITY_CHOICES = [
  { value: 'public', text: VISIBILITY_TEXTS.public, hint: 'Tot el món' },
  { value: 'socio', text: VISIBILITY_TEXTS.socio, hint: 'Socis i comissió, amb el seu compte' },
  { value: 'comision', text: VISIBILITY_TEXTS.comision, hint: 'Només la comissió' },
];

export interface EventFormProps {
  /** `from`: id of the event to copy. */
  fields: FormTexts<EventFields> & { version?: string; from?: string };
  edited: { id: number; sold: number; maxTickets: number | null } | null;
  reply: FormReply | undefined;
}

/** Folded away unless one of them says something. */
const MORE_INPUTS = [
  'saleStartDate', 'saleStartTime', 'saleEndDate', 'kitchenDate', 'kitchenTime', 'exitReentry', 'kitchenService',
  'waitingList', 'asksNeeds', 'groups', 'tablesDate', 'tablesTime', 'memberQuota', 'reminderAt', 'rehearsal', 'givingAllowed',
] as const satisfies readonly (keyof FormTexts<EventFields>)[];

const PICTURE_HINT = 'JPG, PNG, WebP o GIF, fins a 5MB. Sense cap, el cartell el dibuixem nosaltres.';

const UNTOUCHED = initialTexts(EVENT_FIELDS);

function holdsMore(fields: FormTexts<EventFields>, name: (typeof MORE_INPUTS)[number]): boolean {
  const stated = fields[name] ?? '';
  // Events of before reminders have none, which is nothing to look at.
  return stated !== (UNTOUCHED[name] ?? '') && !(name === 'reminderAt' && stated === '');
}

/** Spec §2 and §5. */
export function EventForm({ fields: defaultValue, edited, reply }: EventFormProps): ReactNode {
  const state = useAdminForm({ intent: 'event', schema: eventForm, defaultValue, reply });
  const { fields } = state;
  const inputs = inputsOf(EVENT_FIELDS, fields);
  const sending = useIsSending('event');
  const [isUploading, setUploading] = useState(false);
  const { sure = '' } = (state.form.value ?? {}) as { sure?: string };
  const over = edited === null ? null : soldOverLimit(edited.maxTickets, edited.sold);
  return (
    <AdminForm state={state} {...(edited === null ? { encType: 'multipart/form-data' } : { version: fields.version })}>
      {over === null ? null : (
        <Banner tone="warning" title={`S'han venut ${over} tiquets per damunt del límit`}>
          <p>No se n'anul·la cap: no es ven res més fins que en queden menys que el límit.</p>
        </Banner>
      )}
      <HiddenInput field={fields.from} />
      <WhatItIs inputs={inputs} edited={edited} />
      {edited === null ? <PictureInput form={state.form} fields={fields} bucket="events" label="Imatge" hint={PICTURE_HINT} onBusy={setUploading} /> : null}
      <details className={adminPage.more} open={MORE_INPUTS.some((name) => holdsMore(defaultValue, name) || fields[name].errors !== undefined)}>
        <summary>Més opcions</summary>
        <div className={ui.stack5}>
          <WhenItIsSold inputs={inputs} />
          <WhatHoldersMay inputs={inputs} />
        </div>
      </details>
      {edited !== null && edited.sold > 0 ? (
        <>
          <CheckInput
            field={fields.notifyHolders}
            label={`Si canvien el dia, l'hora o el lloc, escriu a qui té tiquets`}
            hint="El correu diu què hi havia abans i què hi ha ara, i porta els tiquets i el calendari al dia."
          />
          <HoldersMail eventId={edited.id} typed={(state.form.value ?? {}) as never} />
        </>
      ) : null}
      {fields.sure.errors === undefined && !sure ? null : <CheckInput field={fields.sure} label="Sí, és el que vull dir" />}
      <div className={ui.cluster3}>
        <Button type="submit" busy={sending || isUploading} busyLabel={isUploading ? 'Pujant la imatge…' : 'Guardant…'}>
          {edited === null ? 'Continuar als Menús' : 'Actualitzar Esdeveniment'}
        </Button>
        {edited === null ? null : (
          <Button type="submit" tone="quiet" name="next" value="menus">
            Configurar Menús
          </Button>
        )}
        <ButtonLink tone="quiet" to="/admin">
          Cancel·lar
        </ButtonLink>
      </div>
    </AdminForm>
  );
}

function WhatItIs({ inputs, edited }: { inputs: Inputs<EventFields>; edited: EventFormProps['edited'] }): ReactNode {
  return (
    <>
      <div className={styles.titled}>
        <TextInput {...inputs.title} />
        <EmojiInput {...inputs.image} />
      </div>
      <div className={styles.times}>
        <DateInput {...inputs.date} />
        <TimeInput {...inputs.time} />
      </div>
      <TextInput {...inputs.location} />
      <TextAreaInput {...inputs.description} rows={5} />
      <MoneyInput {...inputs.price} hint="Informa. Només es cobra si l'esdeveniment no té menús ni extres." />
      <div className={styles.pair}>
        <CountInput {...inputs.maxTickets} hint={limitHint(edited)} />
        <TimeInput {...inputs.endTime} />
      </div>
      <RadioInput {...inputs.visibility} choices={VISIBILITY_CHOICES} />
    </>
  );
}

function WhenItIsSold({ inputs }: { inputs: Inputs<EventFields> }): ReactNode {
  return (
    <>
      <div className={styles.pair}>
        <DateInput {...inputs.saleStartDate} hint="Si el deixes buit, es ven des d'ara mateix." />
        <TimeInput {...inputs.saleStartTime} hint="Si la deixes buida, a les 00:00." />
      </div>
      <div className={styles.pair}>
        <DateInput {...inputs.saleEndDate} hint="Fins a les 23:59 d'eixe dia. Si la deixes buida, la venda es tanca 2 hores abans de començar." />
      </div>
      <div className={styles.pair}>
        <DateInput {...inputs.kitchenDate} hint="Fins llavors qui té tiquet pot canviar un plat per un altre del mateix preu. Buit: ningú no pot." />
        <TimeInput {...inputs.kitchenTime} hint="Si la deixes buida, a les 23:59." />
      </div>
    </>
  );
}

function WhatHoldersMay({ inputs }: { inputs: Inputs<EventFields> }): ReactNode {
  return (
    <>
      <CountInput {...inputs.memberQuota} hint="Socis i comissió. Els tiquets que cada compte compre de més van a preu públic. Buit: sense límit." />
      <fieldset className={styles.door}>
        <legend>A la porta</legend>
        <CheckInput {...inputs.exitReentry} hint="Qui ha entrat pot eixir i tornar a entrar amb el mateix tiquet." />
        <CheckInput {...inputs.kitchenService} hint="A banda d'entrar: a la cuina es marca cada plat que es dona, amb la mateixa pantalla de la porta." />
      </fieldset>
      <CheckInput
        {...inputs.waitingList}
        hint="Quan s'esgote, la gent podrà apuntar-s'hi. Mentre algú espere, les places que queden lliures s'oferixen per ordre i no tornen a la venda oberta."
      />
      <CheckInput
        {...inputs.asksNeeds}
        hint="Qui compra pot dir, de cada tiquet, què no pot menjar. Ho veuen la cuina i qui servix, amb permís de la persona, i s'esborra 7 dies després de l'acte. Marca els al·lèrgens de cada plat al menú."
      />
      <CheckInput {...inputs.groups} hint="Qui compra pot crear una colla o unir-se'n a una, i tu repartixes les taules a «Taules»." />
      <div className={styles.pair}>
        <DateInput {...inputs.tablesDate} hint="Fins llavors la gent pot canviar de colla. Buit: fins al termini de la cuina o el final de la venda." />
        <TimeInput {...inputs.tablesTime} hint="Si la deixes buida, a les 23:59." />
      </div>
      <TimeInput {...inputs.reminderAt} hint="Hora a què, el dia abans, s'envia un correu a qui té tiquet: els tiquets, l'hora, el lloc i què fer si no pot vindre. Buida: no s'envia." />
      <CheckInput {...inputs.rehearsal} hint="Per a provar-ho tot sense que compte: no entra en els totals ni en el tancament." />
      <CheckInput {...inputs.givingAllowed} hint="Qui en compra pot passar-ne un a una altra persona amb un enllaç. El codi canvia, i el vell ja no deixa entrar." />
    </>
  );
}

function limitHint(edited: EventFormProps['edited']): string {
  return edited === null || edited.sold === 0 ? 'Buit: sense límit.' : `Buit: sense límit. Venuts: ${edited.sold}. Si poses menys, no s'anul·la cap tiquet.`;
}
