import { type ReactNode, useMemo } from 'react';
import { redirectDocument } from 'react-router';

import { DOOR_PAGE } from '#app/platform/client-state/door-copy.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import type { DoorSession } from '#app/features/door/schema.ts';

import { useShiftTime } from '../client/clock/use-shift-time.ts';
import { doorTransport } from '../client/link/transport.ts';
import { EndedShift } from './closed/closed-door.tsx';
import { Door } from './scanner/door.tsx';
import { PlainAnswer } from './scanner/plain-answer.tsx';
import type { Route } from './+types/ticket-verification.ts';

export { action, loader } from './ticket-verification.server.ts';

export const meta: Route.MetaFunction = ({ error, matches }) => (error ? [] : [...pageMeta({ matches, title: 'Verificar Tiquets' }), { name: 'robots', content: 'noindex' }]);

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store' };
}

/** This page needs its own content policy, which only a document load brings. */
export function clientLoader(): never {
  throw redirectDocument(DOOR_PAGE);
}

export default function TicketVerification({ loaderData: { session, isShiftToCome, nonce, exit }, actionData }: Route.ComponentProps): ReactNode {
  if (actionData !== undefined) return <PlainAnswer {...actionData} nonce={nonce} page={DOOR_PAGE} />;
  if (session === null) return <EndedShift isToCome={isShiftToCome} />;
  return <AccountDoor session={session} exit={exit} />;
}

function AccountDoor({ session, exit }: { session: DoorSession; exit: string }): ReactNode {
  const transport = useMemo(() => doorTransport(null), []);
  return <Door session={useShiftTime(session, transport)} transport={transport} page={DOOR_PAGE} exit={exit} />;
}
