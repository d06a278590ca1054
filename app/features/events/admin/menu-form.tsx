import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import { CheckInput } from '#app/design/admin-kit/fields/choices.tsx';
import { EmojiInput } from '#app/design/admin-kit/fields/emoji-input.tsx';
import { CountInput, HiddenInput, MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { CHOICE_FIELDS, DISH_FIELDS, MAX_ITEMS, MAX_OPTIONS, MAX_SECTIONS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import type { TypedMenu } from '#app/domain/event/typed-menu.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { EditedEvent } from './schema.ts';
import { menuForm } from './event-forms.ts';
import { menuFields } from './form-values.ts';
import { MenuImport, type MenuSource } from './menu-tools/menu-import.tsx';
import { MenuPreview } from './menu-tools/menu-preview.tsx';
import styles from './menu-form.module.css';

type Input = z.input<typeof menuForm>;
type Choice = NonNullable<Input['options']>[number];
type Section = NonNullable<Input['sections']>[number];
type Dish = Section['items'][number];

const LIST_NAMES = { sections: 'Secció', items: 'Plat', options: 'Extra' };

export function MenuForm({ event, sources, reply }: { event: EditedEvent; sources: readonly MenuSource[]; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'menus', schema: menuForm, defaultValue: menuFields(event), reply });
  const { form, fields } = state;
  const busy = useIsSending('menus');
  const typed = form.value as TypedMenu & { sections?: unknown[] } | undefined;
  const soldByDish = new Map(event.sections.flatMap(({ items }) => items.flatMap((dish) => (dish.taken === null ? [] : [[dish.id, dish.taken] as const]))));
  return (
    <AdminForm state={state} version={fields.version} lists={LIST_NAMES}>
      <FieldList
        form={form}
        field={fields.sections as never as ListOf<Section>}
        title="Seccions del menú"
        itemName="Secció"
        addLabel="Afegir secció"
        newItem={{ required: 'on', maxSelection: '1', items: [{}] }}
        max={MAX_SECTIONS}
        hint="Per exemple: Primer, Segon i Postres."
      >
        {(section) => <SectionFields form={form} section={section} soldByDish={soldByDish} />}
      </FieldList>
      <FieldList form={form} field={fields.options as never as ListOf<Choice>} title="Extres (opcional)" itemName="Extra" addLabel="Afegir extra" max={MAX_OPTIONS}>
        {(option) => <ChoiceFields choice={option} />}
      </FieldList>
      <MenuImport
        sources={sources}
        count={typed?.sections?.length ?? 0}
        onImport={(sections) => form.update({ name: fields.sections.name, value: [...(typed?.sections ?? []), ...sections] as never })}
      />
      <MenuPreview typed={typed ?? {}} />
      <div className={ui.cluster3}>
        <Button type="submit" busy={busy} busyLabel="Guardant…">
          Guardar i Finalitzar
        </Button>
        <ButtonLink tone="quiet" to="/admin">
          Ometre Menús
        </ButtonLink>
      </div>
    </AdminForm>
  );
}

/** The schema's default makes the list optional; in the form it is always present. */
type ListOf<Item> = FieldMetadata<Item[], Input>;

function SectionFields({ form, section, soldByDish }: { form: FormMetadata<Input>; section: FieldMetadata<Section, Input>; soldByDish: ReadonlyMap<string, number> }): ReactNode {
  const fields = section.getFieldset();
  const { id, items } = fields;
  const inputs = inputsOf(SECTION_FIELDS, fields);
  return (
    <div className={ui.stack4}>
      <HiddenInput field={id} />
      <TextInput {...inputs.name} />
      <div className={styles.pair}>
        <CheckInput {...inputs.required} />
        <CountInput {...inputs.maxSelection} />
      </div>
      <FieldList form={form} field={items as never as ListOf<Dish>} title="Plats" itemName="Plat" addLabel="Afegir plat" max={MAX_ITEMS}>
        {(item) => <DishFields dish={item} soldByDish={soldByDish} />}
      </FieldList>
    </div>
  );
}

function DishFields({ dish, soldByDish }: { dish: FieldMetadata<Dish, Input>; soldByDish: ReadonlyMap<string, number> }): ReactNode {
  const fields = dish.getFieldset();
  const sold = soldByDish.get(fields.id.initialValue ?? '');
  return (
    <ChoiceFields choice={dish as never as FieldMetadata<Choice, Input>}>
      <CountInput {...inputsOf(DISH_FIELDS, fields).places} hint={sold === undefined || sold === 0 ? "Buit: no s'acaba." : `Buit: no s'acaba. Demanades: ${sold}. Si en poses menys, no s'anul·la cap tiquet.`} />
    </ChoiceFields>
  );
}

function ChoiceFields({ choice, children }: { choice: FieldMetadata<Choice, Input>; children?: ReactNode }): ReactNode {
  const fields = choice.getFieldset();
  const inputs = inputsOf(CHOICE_FIELDS, fields);
  return (
    <div className={ui.stack4}>
      <HiddenInput field={fields.id} />
      <div className={styles.named}>
        <TextInput {...inputs.name} />
        <EmojiInput {...inputs.emoji} />
      </div>
      <div className={styles.prices}>
        <MoneyInput {...inputs.pricePublic} />
        <MoneyInput {...inputs.priceMember} />
        <MoneyInput {...inputs.priceCommission} />
      </div>
      {children}
    </div>
  );
}
