import { type ReactNode, useState } from 'react';

import type { Choice } from '#app/design/admin-kit/fields/choices.tsx';
import { RadioInput, SelectInput } from '#app/design/admin-kit/fields/choices.tsx';
import { asRequired } from '#app/design/admin-kit/fields/form-field.ts';
import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import type { DishSlot } from '#app/domain/ticket/menu-change.ts';
import { TENDER_NAMES, TENDERS } from '#app/domain/till/tender.ts';
import { Button } from '#app/design/ui/button.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-change-dishes.ts';
import { DishChoices } from '../pages/dish-choices.tsx';
import { swapValue } from '../pages/dish-swaps.ts';
import { changeForm } from './change-form.ts';

export { action, loader } from './admin-change-dishes.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Canviar plats' });

export default function AdminChangeDishes({ loaderData: { ticket, drawers }, actionData }: Route.ComponentProps): ReactNode {
  const { orderId, orderNumber, ticketNumber, eventTitle, eventImage, isOpen, slots } = ticket;
  return (
    <AdminPage title="Canviar plats" lead={`${eventImage} ${eventTitle} · ${ticketNumber}`} back={{ to: `/admin/orders/${orderId}`, text: orderNumber }} reply={actionData} width="text">
      {isOpen ? (
        <ChangeForm key={slots.map(({ dish }) => `${dish.id} ${dish.price}`).join()} slots={slots} drawers={drawers} reply={actionData} />
      ) : (
        <p className={adminPage.sheet}>Els plats d'este tiquet ja no es poden canviar: està utilitzat o no val.</p>
      )}
    </AdminPage>
  );
}

interface ChangeFormProps {
  slots: readonly DishSlot[];
  /** Open ones; none where a difference can only be forgiven. */
  drawers: readonly { id: string; name: string }[];
  reply: FormReply | undefined;
}

function ChangeForm({ slots, drawers, reply }: ChangeFormProps): ReactNode {
  const state = useAdminForm({ intent: 'dishes', schema: changeForm, defaultValue: { dish: slots.map((slot) => swapValue(slot, slot.dish)), reason: '' }, reply });
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState(() => chosenBefore(reply));
  const { settle, drawer, reason } = state.fields;
  const others = slots.flatMap((slot) => slot.others.map((dish) => ({ slot, dish })));
  const difference = hydrated ? others.reduce((sum, { slot, dish }) => (chosen.includes(swapValue(slot, dish)) ? sum + dish.price - slot.dish.price : sum), 0) : null;
  const mayDiffer = others.some(({ slot, dish }) => dish.price !== slot.dish.price);
  return (
    <section className={adminPage.sheet} aria-label="Plats del tiquet">
      <AdminForm state={state}>
        <p>Els llocs de cada plat i la cuina canvien amb el tiquet.</p>
        <DishChoices slots={slots} chosen={chosen} onChoose={(index, value) => setChosen((before) => before.filter((one) => !slots[index]?.others.some((dish) => swapValue(slots[index]!, dish) === one)).concat(value))} />
        {mayDiffer && difference !== 0 ? (
          <>
            <p className={ui.strong} role="status">
              {differenceLine(difference)}
            </p>
            <RadioInput field={difference === null ? settle : asRequired(settle)} label="Com s'arregla la diferència" {...(drawers.length === 0 && { hint: 'No hi ha cap caixa oberta, o la comanda va ser gratis: només es pot perdonar.' })} choices={waysToSettle(drawers)} />
            {drawers.length > 1 ? <SelectInput field={drawer} label="Caixa" choices={drawers.map(({ id, name }) => ({ value: id, text: name }))} /> : <input type="hidden" name="drawer" value={drawers[0]?.id ?? ''} />}
            {settle.value === 'forgiven' || !hydrated || drawers.length === 0 ? <TextInput field={difference === null ? reason : asRequired(reason)} label="Per què es perdona" maxLength={200} /> : null}
          </>
        ) : null}
        <div className={ui.cluster3}>
          <Button type="submit" single busy={useIsSending('dishes')} busyLabel="Guardant…">
            {buttonText(difference ?? 0, settle.value)}
          </Button>
        </div>
      </AdminForm>
    </section>
  );
}

/** Of a form that was refused. */
function chosenBefore(reply: FormReply | undefined): readonly string[] {
  const dishes: unknown = reply?.intent === 'dishes' ? reply.result?.initialValue?.['dish'] : undefined;
  return Array.isArray(dishes) ? dishes.filter((value) => typeof value === 'string') : [];
}

function waysToSettle(drawers: ChangeFormProps['drawers']): Choice[] {
  const [only, ...more] = drawers;
  const where = only !== undefined && more.length === 0 ? `, a la caixa «${only.name}»` : '';
  const byHand = only === undefined ? [] : TENDERS.map((tender) => ({ value: tender, text: `${TENDER_NAMES[tender]}${where}` }));
  return [...byHand, { value: 'forgiven', text: 'Es perdona' }];
}

/** Null: not known before the server reckons it. */
function differenceLine(difference: number | null): string {
  if (difference === null) return 'Si el plat nou té un altre preu, cal cobrar o tornar la diferència.';
  return difference > 0 ? `Cal cobrar ${formatEuros(difference)}` : `Cal tornar ${formatEuros(-difference)}`;
}

function buttonText(difference: number, settle: string | undefined): string {
  if (difference === 0 || settle === undefined) return 'Guardar canvis';
  if (settle === 'forgiven') return `Perdonar ${formatEuros(Math.abs(difference))} i canviar`;
  return difference > 0 ? `Cobrar ${formatEuros(difference)} i canviar` : `Tornar ${formatEuros(-difference)} i canviar`;
}
