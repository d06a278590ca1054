import type { ReactNode } from 'react';
import { type ActionFunction, type RouteObject, useActionData } from 'react-router';
import { z } from 'zod';

import { CheckInput } from '#app/design/admin-kit/fields/choices.tsx';
import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { EmojiInput } from '#app/design/admin-kit/fields/emoji-input.tsx';
import { FieldRow } from '#app/design/admin-kit/fields/field-frame.tsx';
import { HiddenInput, MoneyInput, TextInput, TimeInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm } from '#app/design/admin-kit/form/admin-form.tsx';
import { checkField, dateField, emojiField, moneyField, optional, textField, timeField } from '#app/design/admin-kit/form/field-schema.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { UnsavedGuard } from '#app/design/admin-kit/form/unsaved-guard.tsx';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { formatDate } from '#app/domain/time/dates.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';

/** A form with all that the admin kit has, for its tests: an event with a menu of sections of dishes. */
export const menuForm = z.object({
  version: z.string(),
  title: textField({ required: 'Escriu un títol', max: 20 }),
  date: dateField({ required: 'Escriu la data' }),
  time: timeField({ required: "Escriu l'hora" }),
  emoji: optional(emojiField({ required: 'Tria un emoji vàlid' })),
  sections: z
    .array(
      z.object({
        id: z.string().optional(),
        name: textField({ required: 'Escriu el nom de la secció', max: 40 }),
        required: checkField(),
        items: z.array(z.object({ id: z.string().optional(), name: textField({ required: 'Escriu el nom del plat', max: 40 }), price: moneyField({ required: 'Posa-li preu' }) })).max(5),
      }),
    )
    .max(3, 'Hi ha massa seccions'),
});

const AT_FIRST = {
  version: '7',
  title: 'Sopar',
  date: formatDate('2027-03-15'),
  time: '21:30',
  sections: [
    { id: 's1', name: 'Primers', required: true, items: [{ id: 'i1', name: 'Paella', price: '12,50' }, { id: 'i2', name: 'Fideuà', price: '11,00' }, { id: 'i3', name: 'Arròs negre', price: '13,00' }] },
    { id: 's2', name: 'Postres', required: false, items: [{ id: 'i4', name: 'Arnadí', price: '3,00' }] },
  ],
};

function MenuPage(): ReactNode {
  const reply = useActionData<FormReply>();
  const state = useAdminForm({ intent: 'save', schema: menuForm, defaultValue: AT_FIRST, reply });
  const { form, fields } = state;
  return (
    <main>
      <UnsavedGuard />
      <AdminPage title="Menús i Opcions" reply={reply} width="text">
        <AdminForm state={state} version={fields.version} lists={{ sections: 'Secció', items: 'Plat' }}>
          <TextInput field={fields.title} label="Títol" />
          <DateInput field={fields.date} label="Data" hint="Com es diu o en xifres" />
          <TimeInput field={fields.time} label="Hora" />
          <EmojiInput field={fields.emoji} label="Emoji" />
          <FieldList form={form} field={fields.sections} title="Seccions" itemName="Secció" addLabel="Afegir secció" max={3}>
            {(section) => {
              const { id, name, required, items } = section.getFieldset();
              return (
                <>
                  <HiddenInput field={id} />
                  <TextInput field={name} label="Nom de la secció" />
                  <CheckInput field={required} label="Obligatòria" />
                  <FieldList form={form} field={items} title="Plats" itemName="Plat" addLabel="Afegir plat" max={5}>
                    {(item) => {
                      const dish = item.getFieldset();
                      return (
                        <>
                          <HiddenInput field={dish.id} />
                          <FieldRow>
                            <TextInput field={dish.name} label="Nom del plat" />
                            <MoneyInput field={dish.price} label="Preu" />
                          </FieldRow>
                        </>
                      );
                    }}
                  </FieldList>
                </>
              );
            }}
          </FieldList>
          <div>
            <Button type="submit">Guardar</Button>
            <ButtonLink to="/fora" tone="quiet">
              Fora
            </ButtonLink>
          </div>
        </AdminForm>
      </AdminPage>
    </main>
  );
}

export function routesWith(action: ActionFunction): RouteObject[] {
  return [
    { path: '/', Component: MenuPage, action },
    { path: '/fora', Component: () => <h1>Fora</h1> },
  ];
}
