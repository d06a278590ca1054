import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Button } from '#app/design/ui/button.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-change-dishes.ts';
import { DishChoices } from '../pages/dish-choices.tsx';

export { action, loader } from './admin-change-dishes.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Canviar plats' });

export default function AdminChangeDishes({ loaderData: { ticket }, actionData }: Route.ComponentProps): ReactNode {
  const { orderId, orderNumber, ticketNumber, eventTitle, eventImage, isOpen, slots } = ticket;
  const busy = useIsSending('dishes');
  return (
    <AdminPage title="Canviar plats" lead={`${eventImage} ${eventTitle} · ${ticketNumber}`} back={{ to: `/admin/orders/${orderId}`, text: orderNumber }} reply={actionData} width="text">
      {isOpen ? (
        <Form key={slots.map(({ dish }) => dish.id).join()} method="post" className={adminPage.sheet}>
          <p>Per plats del mateix preu. Els llocs de cada plat i la cuina canvien amb el tiquet.</p>
          <DishChoices slots={slots} />
          <div className={ui.cluster3}>
            <Button type="submit" name="intent" value="dishes" busy={busy} busyLabel="Guardant…">
              Guardar canvis
            </Button>
          </div>
        </Form>
      ) : (
        <p className={adminPage.sheet}>Els plats d'este tiquet ja no es poden canviar: està utilitzat o no val.</p>
      )}
    </AdminPage>
  );
}
