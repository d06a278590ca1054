import { data } from 'react-router';

import { qrModules } from '#app/platform/adapters/qr-modules.server.ts';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { decideHeld, listHeld } from '#app/features/door/held/service.server.ts';
import { listDoorEvents } from '#app/features/door/service.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { QrModules } from '#app/design/ui/qr-code.tsx';

import { listPasses, makePass, revokePass } from '../service.server.ts';
import { scansText } from './held-scans.tsx';
import { passForm } from './pass-form.ts';

const HOUR_MS = 3_600_000;

export const loader = adminLoader('admin', async ({ deps, staff }) => {
  const events = (await listDoorEvents(deps, null)).filter(({ isWithdrawn }) => !isWithdrawn);
  return { events, passes: await listPasses(deps, staff), held: await listHeld(deps, staff) };
});

export type PassReply = FormReply & { made?: { name: string; url: string; code: QrModules } };

type Submission = AdminSubmission<'admin', undefined>;

export const action = adminAction({
  right: 'admin',
  touches: { make: 'right', revoke: 'running', 'take-scans': 'running', 'drop-scans': 'running' },
  intents: {
    'take-scans': async (sent) => decide(sent, true),
    'drop-scans': async (sent) => decide(sent, false),
    async revoke({ deps, staff, text, answer, done }) {
      return answer(await revokePass(deps, staff, text('pass')), {
        revoked: () => done('/admin/passes', 'Passe anul·lat: ja no obri la porta'),
        not_found: () => done('/admin/passes', 'Este passe ja no valia'),
      });
    },
    async make({ deps, staff, parse, answer }) {
      const { name, event, hours } = parse(passForm);
      const gone = (): { fields: { event: string } } => ({ fields: { event: 'Este acte ja no hi és: torna a triar' } });
      return answer(await makePass(deps, staff, { name, eventIds: event.map(Number), expiresAt: new Date(deps.clock.now().getTime() + Number(hours) * HOUR_MS), idempotencyKey: null }), {
        made: ({ url }) => data<PassReply>({ intent: null, made: { name, url, code: qrModules(url) } }),
        no_such_event: gone,
        bad_expiry: gone,
      });
    },
  },
});

async function decide({ deps, staff, text, answer, done }: Submission, take: boolean): Promise<ReturnType<Submission['answer']>> {
  const [passId, eventId] = [text('pass'), parseEventId(text('event'))];
  const notify = (message: string): Response => done('/admin/passes', message);
  const decided = isUuid(passId) && eventId !== null ? await decideHeld(deps, staff, { passId: passId.toLowerCase(), eventId, take }) : ({ outcome: 'nothing' } as const);
  return answer(decided, {
    nothing: () => notify('Estes lectures ja estaven decidides'),
    dropped: ({ scans }) => notify(`Descartades: ${scansText(scans)}`),
    taken: ({ scans, entered, conflicts }) => notify(`Agafades: ${scansText(scans)}, ${entered} han entrat${conflicts === 0 ? '' : `, ${conflicts} en conflicte`}`),
  });
}
