import { type ReactNode, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { DraftContext } from '#app/design/admin-kit/form/draft-context.ts';
import { UnsavedGuard } from '#app/design/admin-kit/form/unsaved-guard.tsx';
import { MessageContext } from '#app/design/admin-kit/page/message-context.ts';
import { carryFlash, type Flash, flashContext } from '#app/design/admin-kit/server/flash.server.ts';
import { formDraftContext } from '#app/platform/http/cookies/form-draft.server.ts';
import { requireStaffOrShiftPage } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

import type { Route } from './+types/admin-layout-route.ts';
import type { SessionUser } from '../layout/session-user.ts';
import { AdminLayout } from './admin-layout.tsx';
import { SEARCH_BOX } from './search/search-box.tsx';
import { isSearchKeyOn } from './search/search-key.ts';
import { type AdminNavItem, adminNavFor } from './admin-nav.server.ts';
import { countStaffWaiting } from './staff-waiting.server.ts';

export const middleware: Route.MiddlewareFunction[] = [carryFlash];

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
}

export interface AdminLayoutData {
  message: Flash | null;
  draft: [name: string, value: string][] | null;
  sessionUser: SessionUser;
  items: AdminNavItem[];
  waiting: Record<string, number>;
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<AdminLayoutData> {
  const { deps, actor } = context.get(requestContext);
  const user = requireStaffOrShiftPage(actor, request);
  const items = adminNavFor(user);
  const waiting = await countStaffWaiting(deps, items.map(({ to }) => to));
  const flash = context.get(flashContext);
  flash.isRead = true;
  const draft = context.get(formDraftContext);
  return {
    message: flash.message,
    draft: draft === null ? null : [...draft].filter((field): field is [string, string] => typeof field[1] === 'string'),
    sessionUser: { name: user.name, role: user.role, rights: user.rights },
    items,
    waiting,
  };
}

export default function AdminLayoutRoute({ loaderData }: Route.ComponentProps): ReactNode {
  useSearchKey();
  return (
    <DraftContext value={loaderData.draft}>
      <MessageContext value={useMessage(loaderData)}>
        <AdminLayout sessionUser={loaderData.sessionUser} items={loaderData.items} waiting={loaderData.waiting}>
          <Outlet />
        </AdminLayout>
      </MessageContext>
      <UnsavedGuard />
    </DraftContext>
  );
}

/** Stays until the next navigation, whatever revalidates meanwhile; one that comes twice is shown once. */
function useMessage(loaded: AdminLayoutData): string | null {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ loaded, key, last: loaded.message, text: loaded.message?.text ?? null });
  if (seen.loaded === loaded && seen.key === key) return seen.text;
  const fresh = loaded.message === null || loaded.message.id === seen.last?.id ? null : loaded.message;
  const text = fresh?.text ?? (seen.loaded !== loaded && seen.key === key ? seen.text : null);
  setSeen({ loaded, key, last: fresh ?? seen.last, text });
  return text;
}

function useSearchKey(): void {
  const navigate = useNavigate();
  useEventListener('document', 'keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], dialog[open]') !== null;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping || !isSearchKeyOn()) return;
    event.preventDefault();
    const box = document.querySelector<HTMLInputElement>(`#${SEARCH_BOX}`);
    if (box === null || !box.checkVisibility()) {
      void navigate('/admin/search');
      return;
    }
    box.focus();
    box.select();
  });
}
