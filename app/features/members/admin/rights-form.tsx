import type { ReactNode } from 'react';

import { CheckGroup } from '#app/design/admin-kit/fields/choices.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { RIGHT_CHOICES } from './admin-user-words.ts';
import { rightsForm } from './user-forms.ts';

export function RightsForm({ rights, reply }: { rights: readonly GrantableRight[]; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'rights', schema: rightsForm, sent: { from: rights }, defaultValue: { right: [...rights] }, reply });
  return (
    <AdminForm state={state}>
      <CheckGroup field={state.fields.right} label="Permisos" choices={RIGHT_CHOICES} />
      <div className={ui.cluster3}>
        <Button type="submit" tone="quiet" busy={useIsSending('rights')}>
          Canviar permisos
        </Button>
      </div>
    </AdminForm>
  );
}
