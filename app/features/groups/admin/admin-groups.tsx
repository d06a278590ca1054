import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { groupPlacesText, MAX_GROUP_NAME } from '#app/domain/groups/event-group.ts';
import { listText } from '#app/domain/list.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { GroupFacts } from '../store.server.ts';
import type { Route } from './+types/admin-groups.ts';
import styles from './admin-groups.module.css';

export { action, loader } from './admin-groups.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Colles' });

export default function AdminGroups({ loaderData: { event, groups }, actionData }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage
      title="Colles"
      lead={
        <>
          <span aria-hidden="true">{event.image}</span> <strong>{event.title}</strong> · {event.when}
        </>
      }
      back={{ to: `/admin/taules/${event.id}`, text: 'Taules' }}
      reply={actionData}
    >
      {groups.length === 0 ? (
        <EmptyState art={<HeadArt of="colla" />} title="Encara no hi ha cap colla" action={event.groups ? undefined : <ButtonLink to={`/admin/events/edit/${event.id}`}>Obrir el formulari de l'acte</ButtonLink>}>
          {event.groups ? "Qui compra la crea en la pàgina de l'acte, davall dels tiquets." : 'Este acte no té colles: s\'activen en el seu formulari, a «Colles i taules».'}
        </EmptyState>
      ) : (
        <ul className={ui.stack4} aria-label="Colles">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} others={groups.filter(({ id }) => id !== group.id)} reply={actionData} />
          ))}
        </ul>
      )}
      {groups.length === 0 ? null : <MoveOrder groups={groups} />}
    </AdminPage>
  );
}

function MoveOrder({ groups }: { groups: readonly GroupFacts[] }): ReactNode {
  return (
    <Form method="post" preventScrollReset className={styles.row}>
      <h2 className={ui.heading}>Moure una comanda de colla</h2>
      <div className={styles.form}>
        <TextField label="Número de comanda" name="order" autoComplete="off" spellCheck={false} maxLength={40} required />
        <Field label="A la colla">
          {(control) => (
            <select {...control} name="code" defaultValue="">
              <option value="">Cap colla</option>
              {groups.map(({ id, code, name }) => (
                <option key={id} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit" name="intent" value="move" tone="quiet">
          Moure
        </Button>
      </div>
    </Form>
  );
}

function sentText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function GroupRow({ group, others, reply }: { group: GroupFacts; others: readonly GroupFacts[]; reply: FormReply | undefined }): ReactNode {
  const sent = reply?.result?.initialValue;
  const errors = sent?.['group'] === group.id ? reply?.result?.error : undefined;
  const typed = (name: 'name' | 'places', stored: string): string => (sent?.['group'] === group.id ? sentText(sent[name]) : stored);
  const busy = useIsSending('edit');
  return (
    <li className={styles.row}>
      <div>
        <h2 className={`${ui.heading} ${ui.wraps}`}>{group.name}</h2>
        <p className={`${ui.small} ${ui.wraps}`}>
          {groupPlacesText(group.paid)} de {group.maxPlaces}
          {group.places > group.paid ? `, i ${group.places - group.paid} a mig pagar` : ''} · codi <b>{group.code}</b>
          {group.names.length === 0 ? '' : ` · ${listText(group.names)}`}
        </p>
      </div>
      <details className={adminPage.more} open={errors !== undefined || undefined}>
        <summary className={ui.fold}>
          Canviar, ajuntar o esborrar<VisuallyHidden> «{group.name}»</VisuallyHidden>
        </summary>
        <div className={ui.column3}>
          <Form method="post" preventScrollReset className={styles.form}>
            <input type="hidden" name="group" value={group.id} />
            <TextField label="Nom" name="name" defaultValue={typed('name', group.name)} maxLength={MAX_GROUP_NAME * 4} error={errors?.['name']?.[0] ?? null} />
            <TextField label="Places com a màxim" name="places" inputMode="numeric" defaultValue={typed('places', String(group.maxPlaces))} error={errors?.['places']?.[0] ?? null} />
            <Button type="submit" name="intent" value="edit" tone="quiet" busy={busy}>
              Guardar
            </Button>
          </Form>
          <div className={ui.cluster3}>
            {others.length === 0 ? null : <MergeGroup group={group} others={others} />}
            <ConfirmAction
              label="Esborrar"
              title={`Vols esborrar «${group.name}»?`}
              facts={[{ name: 'Tenen lloc amb ella', value: String(group.places) }]}
              intent="delete"
              values={{ group: group.id }}
              confirmLabel="Esborrar la colla"
              busyLabel="Esborrant…"
            >
              <p>Ningú no perd el tiquet: queden sense colla, i es poden unir a una altra.</p>
            </ConfirmAction>
          </div>
        </div>
      </details>
    </li>
  );
}

function MergeGroup({ group, others }: { group: GroupFacts; others: readonly GroupFacts[] }): ReactNode {
  return (
    <ConfirmAction label="Ajuntar amb una altra" tone="quiet" title={`Amb qui vols ajuntar «${group.name}»?`} facts={[{ name: 'Passen a l\'altra', value: groupPlacesText(group.places) }]} intent="merge" values={{ group: group.id }} confirmLabel="Ajuntar-les" confirmTone="primary" busyLabel="Ajuntant…">
      <Field label="La colla que queda">
        {(control) => (
          <select {...control} name="into" defaultValue="" required>
            <option value="">Tria una colla</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name} ({other.places})
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>Seuran juntes amb el nom de l'altra, i els dos enllaços porten a ella. Això no es pot desfer.</p>
    </ConfirmAction>
  );
}
