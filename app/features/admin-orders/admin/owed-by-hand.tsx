import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { TENDER_NAMES, TENDERS } from '#app/domain/till/tender.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { Field } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { OrderData } from './admin-order.server.ts';

const FORM = 'pay-out';

/** What the card could not take: part of it was paid at the till, with a dish of another price. */
export function OwedByHand({ order, drawers }: Pick<OrderData, 'order' | 'drawers'>): ReactNode {
  const owed = formatEuros(order.left.owedByHand);
  return (
    <section className={adminPage.sheet} aria-labelledby="owed-by-hand">
      <h2 id="owed-by-hand" className={ui.heading}>
        Falten per tornar en mà {owed}
      </h2>
      <p>A la targeta torna el que es va pagar amb targeta. La resta es va pagar a la taquilla.</p>
      {drawers.length === 0 ? (
        <div className={ui.cluster3}>
          <ButtonLink tone="quiet" to="/admin/till?totes">
            Obrir una caixa per a tornar-los
          </ButtonLink>
        </div>
      ) : (
        <Form method="post" id={FORM}>
          <ConfirmAction formId={FORM} label="Tornar en mà" title="Tornar els diners en mà?" facts={[{ name: 'Comanda', value: order.orderNumber }]} intent="pay-out" reason={{ label: 'Motiu', required: true }} confirmLabel={`Tornar ${owed}`} busyLabel="Tornant…">
            <Field label="De quina caixa">
              {(control) => (
                <select {...control} form={FORM} name="drawer">
                  {drawers.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Com es torna">
              {(control) => (
                <select {...control} form={FORM} name="means">
                  {TENDERS.map((one) => (
                    <option key={one} value={one}>
                      {TENDER_NAMES[one]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </ConfirmAction>
        </Form>
      )}
    </section>
  );
}
