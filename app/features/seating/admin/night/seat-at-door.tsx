import type { ReactNode } from 'react';

import { sendForm } from '#app/design/admin-kit/form/send-form.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/seat-at-door.ts';
import { SeatList } from './seat-list.tsx';

export { action, loader } from './seat-at-door.server.ts';
export { revalidateOnConflict as shouldRevalidate } from '#app/design/ui/forms/revalidate-on-conflict.ts';
export const clientAction = sendForm;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Seure' });

export default function SeatAtDoor({ loaderData: { seating }, actionData }: Route.ComponentProps): ReactNode {
  return <SeatList seating={seating} back={{ to: '/admin/ticket-verification', text: 'La porta' }} reply={actionData} />;
}
