import type { ReactNode } from 'react';

import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { MAX_OPTIONS, MAX_SECTIONS } from '#app/domain/event/menu-fields.ts';
import type { TypedMenu } from '#app/domain/food/typed-menu.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { EditedEvent } from './schema.ts';
import { menuForm } from './event-forms.ts';
import { isWritten, menuFields } from './form-values.ts';
import { ChoiceFields, type ListOf, type MenuChoiceInput, type MenuFormInput, type MenuSectionInput, SectionFields } from './menu-tools/menu-rows.tsx';
import { type ImportedMenu, MenuImport, type MenuSource } from './menu-tools/menu-import.tsx';
import { MenuPaste } from './menu-tools/menu-paste.tsx';
import { MenuPreview } from './menu-tools/menu-preview.tsx';

const LIST_NAMES = { sections: 'Secció', items: 'Plat', options: 'Extra' };

export function MenuForm({ event, sources, reply }: { event: EditedEvent; sources: readonly MenuSource[]; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'menus', schema: menuForm, defaultValue: menuFields(event), reply });
  const { form, fields } = state;
  const busy = useIsSending('menus');
  const typed = form.value as TypedMenu & { sections?: unknown[] } | undefined;

  /** Behind what is there; nothing is stored before the form is sent. */
  function add({ sections, options }: ImportedMenu): void {
    const written = form.value as Pick<MenuFormInput, 'sections' | 'options'> | undefined;
    if (sections.length > 0) form.update({ name: fields.sections.name, value: [...(written?.sections ?? []).filter(isWritten), ...sections] as never });
    if (options.length > 0) form.update({ name: fields.options.name, value: [...(written?.options ?? []), ...options] as never });
  }

  const soldByDish = new Map(event.sections.flatMap(({ items }) => items.flatMap((dish) => (dish.taken === null ? [] : [[dish.id, dish.taken] as const]))));
  return (
    <AdminForm state={state} version={fields.version} lists={LIST_NAMES}>
      <MenuPaste onRead={add} refused={refusedPaste(reply)} />
      <MenuImport sources={sources} count={typed?.sections?.length ?? 0} onImport={add} />
      <FieldList
        form={form}
        field={fields.sections as never as ListOf<MenuSectionInput>}
        title="Seccions del menú"
        itemName="Secció"
        addLabel="Afegir secció"
        newItem={{ required: 'on', maxSelection: '1', items: [{}] }}
        max={MAX_SECTIONS}
        hint="Per exemple: Primer, Segon i Postres."
      >
        {(section) => <SectionFields form={form} section={section} soldByDish={soldByDish} />}
      </FieldList>
      <FieldList form={form} field={fields.options as never as ListOf<MenuChoiceInput>} title="Extres (opcional)" itemName="Extra" addLabel="Afegir extra" max={MAX_OPTIONS} dense>
        {(option) => <ChoiceFields choice={option} />}
      </FieldList>
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

/** Without scripts the server reads it. */
function refusedPaste(reply: FormReply | undefined): { text: string; problem: string } | null {
  const [problem] = reply?.result?.error?.['pasted'] ?? [];
  const text = reply?.result?.initialValue?.['pasted'];
  return problem === undefined ? null : { text: typeof text === 'string' ? text : '', problem };
}
