import type { ReactNode } from 'react';

import { changedTexts } from '#app/design/admin-kit/form/changed-fields.ts';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { parseForm, readAdminForm, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { mapAddress } from '#app/domain/association.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Button } from '#app/design/ui/button.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Content } from '../schema.ts';
import { type EditedSection, findSection, saveSection } from '../service.server.ts';
import type { Route } from './+types/admin-contact.ts';
import { contactForm } from './settings-forms.ts';
import { replyToSaved } from './saved-reply.server.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import styles from './settings.module.css';

export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Contacte i enllaços' });

export async function loader(args: Route.LoaderArgs): Promise<{ edited: EditedSection<'contact'> }> {
  const { deps } = staffOf(args, 'admin');
  return { edited: await findSection(deps, 'contact') };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReplyData> {
  const { deps, staff, doneAnew } = staffOf(args, 'admin');
  const form = parseForm(await readAdminForm(args.request), contactForm);
  if (form.reply) return form.reply;
  const { version, ...content } = form.value;
  const saved = await saveSection(deps, staff, { section: 'contact', version: Number(version), content });
  return replyToSaved({
    saved,
    form,
    done: () => doneAnew('/admin/settings/contact', 'Contacte guardat.'),
    changes: (theirs) => changedTexts({ saved: shownOf(theirs), sent: shownOf(content), labels: LABELS }),
  });
}

const LABELS = {
  street: 'Carrer i número',
  postcode: 'Codi postal',
  town: 'Poble',
  country: 'País',
  mapUrl: 'Enllaç al mapa',
  phone: 'Telèfon',
  email: 'Correu',
  instagram: 'Instagram',
  links: 'Enllaços',
} as const;

type Shown = Record<keyof typeof LABELS, string>;

function shownOf({ links, phone, mapUrl, instagram, ...rest }: Content<'contact'>): Shown {
  return { ...rest, phone: phone?.text ?? '', mapUrl: mapUrl ?? '', instagram: instagram ?? '', links: links.map(({ text, url }) => `${text}: ${url}`).join('\n') };
}

export default function AdminContact({ loaderData: { edited }, actionData }: Route.ComponentProps): ReactNode {
  const { links, ...shown } = { ...shownOf(edited.content), links: edited.content.links };
  const state = useAdminForm({ intent: 'contact', schema: contactForm, defaultValue: { ...shown, links: [...links], version: String(edited.version) }, reply: actionData });
  const { fields } = state;
  const map = mapAddress(useAssociation());
  return (
    <AdminPage title="Configuració" lead="On sou i com se us troba: al peu, a Contacte, als correus i en els buscadors." reply={actionData} width="text">
      <SettingsTabs />
      <AdminForm state={state} version={fields.version as never} lists={{ links: 'Enllaç' }}>
        <TextInput field={fields.street} label={LABELS.street} />
        <div className={styles.row}>
          <TextInput field={fields.postcode} label={LABELS.postcode} />
          <TextInput field={fields.town} label={LABELS.town} />
          <TextInput field={fields.country} label={LABELS.country} />
        </div>
        <TextInput field={fields.mapUrl} label={LABELS.mapUrl} inputMode="url" hint="Buit: es busca l'adreça en un mapa. Copia ací l'enllaç de «Compartir» del teu mapa si no l'encerta." />
        <p>
          <a href={map} target="_blank" rel="noreferrer">
            Prova on porta ara
          </a>
        </p>
        <div className={styles.row}>
          <TextInput field={fields.phone} label={LABELS.phone} inputMode="tel" hint="Buit: no es mostra." />
          <TextInput field={fields.email} label={LABELS.email} type="email" />
        </div>
        <TextInput field={fields.instagram} label={LABELS.instagram} hint="El nom del compte. Buit: no es mostra." />
        <FieldList form={state.form} field={fields.links} title="Enllaços" itemName="Enllaç" addLabel="Afegir enllaç" max={6} hint="Es veuen al peu i a Contacte: YouTube, la junta local, l'ajuntament…">
          {(link) => {
            const { text, url } = link.getFieldset();
            return (
              <div className={styles.row}>
                <TextInput field={text} label="Text" />
                <TextInput field={url} label="Adreça" inputMode="url" />
              </div>
            );
          }}
        </FieldList>
        <div>
          <Button type="submit" busy={useIsSending('contact')} busyLabel="Guardant…">
            Guardar
          </Button>
        </div>
      </AdminForm>
    </AdminPage>
  );
}
