import { redirect } from 'react-router';

import { shiftAction, shiftLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { NOTHING_OWED, type OwedSums } from '#app/domain/payment/owed.ts';
import { differences, sumOf } from '#app/domain/till/cash-up.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { readRestoration } from '#app/features/backups/service.server.ts';
import { readOwedSums } from '#app/features/payments/manual-settlement/service.server.ts';

import { AT_THE_TILL, OWN_DRAWER } from '#app/platform/http/shift-audiences.ts';
import { listSessions, openSession, type SessionRow } from '../sessions/service.server.ts';
import { openForm } from './till-forms.ts';

interface ListedSession {
  id: string;
  name: string;
  openedText: string;
  openedBy: string;
  closedText: string | null;
  /** Counted minus expected over all payment methods, in cents; null while it is open. */
  difference: number | null;
  isCorrected: boolean;
  /** Open when the backup was made that was restored later. */
  mayLackSales: boolean;
}

type Restored = Awaited<ReturnType<typeof readRestoration>>;

interface TillHomeData {
  sessions: ListedSession[];
  isTaken: boolean;
  mayOpen: boolean;
  owed: OwedSums;
  restored: { atText: string; madeText: string } | null;
}

/** A seller with a single open drawer is redirected to it. */
export const loader = shiftLoader(OWN_DRAWER, async ({ deps, staff, reach, query }): Promise<Response | TillHomeData> => {
  const sessions = await listSessions(deps, { staff, reach });
  const [own, ...others] = sessions.filter(({ closedAt, openedBy }) => closedAt === null && openedBy === staff);
  if (own && others.length === 0 && !query.has('totes')) return redirect(`/admin/till/${own.id}`);
  const restored = await readRestoration(deps);
  return { restored: restored && { atText: instantText(restored.at.toISOString()), madeText: instantText(restored.madeAt.toISOString()) }, owed: reach === null ? await readOwedSums(deps) : NOTHING_OWED, mayOpen: reach === null || reach.eventIds.length > 0, sessions: sessions.map((session) => listed(session, restored)), isTaken: sessions.some(({ closedAt, name }) => closedAt === null && name.toLowerCase() === 'taquilla') };
});

export const action = shiftAction({
  audience: AT_THE_TILL,
  touches: { '*': 'running' },
  intents: {
    async '*'({ deps, staff, parse, answer, done }) {
      const { name, float } = parse(openForm);
      return answer(await openSession(deps, staff, { name, float, key: null }), {
        opened: ({ id }) => done(`/admin/till/${id}`, `Caixa «${name}» oberta amb ${formatEuros(float)}`),
        is_open: () => ({ fields: { name: 'Esta caixa ja està oberta: entra-hi, o posa-li un altre nom a la teua' } }),
      });
    },
  },
});

function listed({ id, name, openedAt, openedByName, closedAt, expected, counted, corrected }: SessionRow, restored: Restored): ListedSession {
  return {
    id,
    name,
    openedText: instantText(openedAt.toISOString()),
    openedBy: openedByName ?? 'un compte esborrat',
    closedText: closedAt && instantText(closedAt.toISOString()),
    difference: expected && counted && sumOf(differences(expected, corrected ?? counted)),
    isCorrected: corrected !== null,
    mayLackSales: restored !== null && openedAt <= restored.madeAt && (closedAt === null || closedAt >= restored.at),
  };
}
