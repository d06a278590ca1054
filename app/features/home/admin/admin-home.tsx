import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { BLOCK_KINDS, BLOCK_WORDS } from '#app/domain/site/home-block.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-home.ts';
import { addForm } from './block-form.ts';
import styles from './admin-home.module.css';

export { action, loader } from './admin-home.server.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Portada' });

const KIND_CHOICES = BLOCK_KINDS.map((kind) => ({ value: kind, text: BLOCK_WORDS[kind].name }));

export default function AdminHome({ loaderData: { blocks }, actionData }: Route.ComponentProps): ReactNode {
  const state = useAdminForm({ intent: 'add', schema: addForm, defaultValue: { kind: BLOCK_KINDS[0] }, reply: actionData });
  return (
    <AdminPage title="Portada" lead="El que va davall de les pròximes cites. Els blocs buits o amagats no es veuen." actions={<ButtonLink to="/" tone="quiet">Veure la portada</ButtonLink>} reply={actionData}>
      {blocks.length === 0 ? (
        <EmptyState art={<HeadArt of="party" />} title="La portada encara no té blocs">
          Afig les falleres, el monument, qui us patrocina o la falla en xifres.
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {blocks.map((block, index) => (
            <li key={block.id} className={styles.row}>
              <div className={styles.words}>
                <Link to={`/admin/home/${block.id}`} className={styles.title}>
                  {block.title}
                </Link>
                <p className={ui.small}>
                  {BLOCK_WORDS[block.kind].name} · {block.count === 1 ? '1 element' : `${block.count} elements`}
                </p>
              </div>
              <Chip tone={block.isVisible ? 'teal' : 'neutral'}>{block.isVisible ? 'A la vista' : block.hidden ? 'Amagat' : 'Buit'}</Chip>
              <Form method="post" className={ui.cluster2}>
                <input type="hidden" name="block" value={block.id} />
                <Button type="submit" tone="quiet" name="intent" value="up" disabled={index === 0} aria-label={`Puja «${block.title}»`}>
                  <ArrowUp size={20} aria-hidden="true" />
                </Button>
                <Button type="submit" tone="quiet" name="intent" value="down" disabled={index === blocks.length - 1} aria-label={`Baixa «${block.title}»`}>
                  <ArrowDown size={20} aria-hidden="true" />
                </Button>
                <Button type="submit" tone="quiet" name="intent" value={block.hidden ? 'show' : 'hide'} aria-label={`${block.hidden ? 'Mostrar' : 'Amagar'} «${block.title}»`}>
                  {block.hidden ? 'Mostrar' : 'Amagar'}
                </Button>
              </Form>
            </li>
          ))}
        </ol>
      )}
      <AdminForm state={state}>
        <div className={styles.add}>
          <SelectInput field={state.fields.kind} label="Afegir un bloc" choices={KIND_CHOICES} />
          <Button type="submit" busy={useIsSending('add')}>
            Afegir
          </Button>
        </div>
      </AdminForm>
    </AdminPage>
  );
}
