import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import { DateInput } from '#app/design/admin-kit/fields/date-input.tsx';
import { HiddenInput, MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './closing.module.css';
import { costFields, costForm, MAX_COSTS } from './cost-form.ts';
import type { EventClosingData } from './event-closing.server.ts';

type CostInput = NonNullable<z.input<typeof costForm>['costs']>[number];

export function CostForm({ closing, reply }: { closing: EventClosingData; reply: FormReply | undefined }): ReactNode {
  const state = useAdminForm({ intent: 'costs', schema: costForm, defaultValue: costFields(closing), reply });
  const { form, fields } = state;
  const busy = useIsSending('costs');
  return (
    <section className={`${adminPage.sheet} ${styles.costs}`} aria-labelledby="costs-title">
      <h2 id="costs-title" className={ui.heading}>
        Despeses
      </h2>
      <AdminForm state={state} version={fields.version} lists={{ costs: 'Despesa' }}>
        <FieldList
          form={form}
          field={fields.costs as never as FieldMetadata<CostInput[]>}
          title="Què ha costat"
          itemName="Despesa"
          addLabel="Afegir despesa"
          newItem={{ spentOn: closing.todayText }}
          max={MAX_COSTS}
          hint="El menjar, la música, la impremta… També el que s'ha pagat amb diners de la caixa."
        >
          {(cost) => <CostRow cost={cost} />}
        </FieldList>
        <Button type="submit" busy={busy} busyLabel="Guardant…">
          Guardar despeses
        </Button>
      </AdminForm>
    </section>
  );
}

function CostRow({ cost }: { cost: FieldMetadata<CostInput> }): ReactNode {
  const { id, words, amount, spentOn } = cost.getFieldset();
  return (
    <div className={styles.cost}>
      <HiddenInput field={id} />
      <TextInput field={words} label="En què" />
      <MoneyInput field={amount} label="Import" />
      <DateInput field={spentOn} label="Data" />
    </div>
  );
}
