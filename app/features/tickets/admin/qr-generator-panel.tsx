import { lazy, type ReactNode, Suspense } from 'react';

import { roleOf } from '#app/domain/people/actor.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { Route } from './+types/qr-generator-panel.ts';

const QrGenerator = lazy(async () => ({ default: (await import('./qr-generator.tsx')).QrGenerator }));

export function loader({ context }: Route.LoaderArgs): { isAdmin: boolean } {
  return { isAdmin: roleOf(context.get(requestContext).actor) === 'admin' };
}

/** Spec §2. */
export default function QrGeneratorPanel({ loaderData: { isAdmin } }: Route.ComponentProps): ReactNode {
  if (!isAdmin) return null;
  return (
    <Suspense fallback={null}>
      <QrGenerator />
    </Suspense>
  );
}
