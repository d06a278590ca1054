import type { DefaultValue } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import { CheckInput, RadioInput } from '#app/design/admin-kit/fields/choices.tsx';
import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { EmojiInput } from '#app/design/admin-kit/fields/emoji-input.tsx';
import { CountInput, HiddenInput, MoneyInput, TextAreaInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';
import type { FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { soldOverLimit } from '#app/domain/event/event-draft.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { HoldersMail } from './holders-mail/holders-mail.tsx';
import { eventForm } from './event-forms.ts';
import { type eventFields, EXIT_REENTRY, GIVING, KITCHEN_SERVICE, WAITING_LIST } from './form-values.ts';
import styles from './event-form.module.css';

const VISIBILITY_CHOICES = [
  { value: 'public', text: 'Públic', hint: 'Tot el món' },
  { value: 'socio', text: 'Socis', hint: 'Socis i comissió, amb el seu compte' },
  { value: 'comision', text: 'Comissió', hint: 'Només la comissió' },
];

/** `from`: the event that a new one copies. */
type EventFields = Partial<ReturnType<typeof eventFields>> & { from?: string };

export interface EventFormProps {
  fields: EventFields;
  /** Null for a new event. */
  edited: { id: number; sold: number; maxTickets: number | null } | null;
  reply: FormReply | undefined;
}

type Fields = Record<keyof z.input<typeof eventForm>, FormField>;

/** Spec §2 and §5. */
export function EventForm({ fields: defaultValue, edited, reply }: EventFormProps): ReactNode {
  const state = useAdminForm({ intent: 'event', schema: eventForm, defaultValue: defaultValue as DefaultValue<z.input<typeof eventForm>>, reply });
  const { fields } = state;
  const busy = useIsSending('event');
  const over = edited === null ? null : soldOverLimit(edited.maxTickets, edited.sold);
  return (
    <AdminForm state={state} {...(edited !== null && { version: fields.version as never })}>
      {over === null ? null : (
        <Banner tone="warning" title={`S'han venut ${over} tiquets per damunt del límit`}>
          <p>No se n'anul·la cap: no es ven res més fins que en queden menys que el límit.</p>
        </Banner>
      )}
      <WhatItIs fields={fields} />
      <WhenItIsSold fields={fields} edited={edited} />
      <WhatHoldersMay fields={fields} />
      {edited !== null && edited.sold > 0 ? (
        <>
          <CheckInput
            field={fields.tellHolders}
            label={`Si canvien el dia, l'hora o el lloc, escriu a qui té tiquets`}
            hint="El correu diu què hi havia abans i què hi ha ara, i porta els tiquets i el calendari al dia."
          />
          <HoldersMail eventId={edited.id} typed={(state.form.value ?? {}) as never} />
        </>
      ) : null}
      <div className={ui.cluster3}>
        <Button type="submit" busy={busy} busyLabel="Guardant…">
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

function WhatItIs({ fields }: { fields: Fields }): ReactNode {
  return (
    <>
      <HiddenInput field={fields.from} />
      <div className={styles.titled}>
        <TextInput field={fields.title} label="Títol" />
        <EmojiInput field={fields.image} label="Emoji" />
      </div>
      <div className={styles.times}>
        <DateInput field={fields.date} label="Data" />
        <TimeInput field={fields.time} label="Hora" />
        <TimeInput field={fields.endTime} label="Acaba a les" />
      </div>
      <TextInput field={fields.location} label="Lloc" />
      <TextAreaInput field={fields.description} label="Descripció" rows={5} />
      <MoneyInput field={fields.price} label="Preu de referència" hint="Informa. Només es cobra si l'esdeveniment no té menús ni extres." />
      <RadioInput field={fields.visibility} label="Qui pot vore-ho" choices={VISIBILITY_CHOICES} />
    </>
  );
}

function WhenItIsSold({ fields, edited }: { fields: Fields; edited: EventFormProps['edited'] }): ReactNode {
  return (
    <>
      <div className={styles.pair}>
        <DateInput field={fields.saleStartDate} label="Inici de la venda" hint="Si el deixes buit, es ven des d'ara mateix." />
        <TimeInput field={fields.saleStartTime} label="A les" hint="Si la deixes buida, a les 00:00." />
      </div>
      <div className={styles.pair}>
        <DateInput field={fields.saleEndDate} label="Fi de la venda" hint="Fins a les 23:59 d'eixe dia. Si la deixes buida, la venda es tanca 2 hores abans de començar." />
        <CountInput field={fields.maxTickets} label="Límit d'entrades" hint={limitHint(edited)} />
      </div>
      <div className={styles.pair}>
        <DateInput field={fields.kitchenDate} label="Termini de la cuina" hint="Fins llavors qui té tiquet pot canviar un plat per un altre del mateix preu. Buit: ningú no pot." />
        <TimeInput field={fields.kitchenTime} label="Hora del termini" hint="Si la deixes buida, a les 23:59." />
      </div>
    </>
  );
}

function WhatHoldersMay({ fields }: { fields: Fields }): ReactNode {
  return (
    <>
      <fieldset className={styles.door}>
        <legend>A la porta</legend>
        <CheckInput field={fields.exitReentry} label={EXIT_REENTRY} hint="Qui ha entrat pot eixir i tornar a entrar amb el mateix tiquet." />
        <CheckInput field={fields.kitchenService} label={KITCHEN_SERVICE} hint="A banda d'entrar: a la cuina es marca cada plat que es dona, amb la mateixa pantalla de la porta." />
      </fieldset>
      <CheckInput
        field={fields.waitingList}
        label={WAITING_LIST}
        hint="Quan s'esgote, la gent podrà apuntar-s'hi. Mentre algú espere, les places que queden lliures s'oferixen per ordre i no tornen a la venda oberta."
      />
      <CheckInput field={fields.givingAllowed} label={GIVING} hint="Qui en compra pot passar-ne un a una altra persona amb un enllaç. El codi canvia, i el vell ja no deixa entrar." />
    </>
  );
}

function limitHint(edited: EventFormProps['edited']): string {
  return edited === null || edited.sold === 0 ? 'Buit: sense límit.' : `Buit: sense límit. Venuts: ${edited.sold}. Si poses menys, no s'anul·la cap tiquet.`;
}
