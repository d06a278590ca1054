import { data } from 'react-router';

import { shiftAction, shiftLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { agrees, differences, sumMoved, type Takings } from '#app/domain/till/cash-up.ts';
import { sumOfPieces } from '#app/domain/till/coins.ts';
import { type ByTender, TENDER_NAMES } from '#app/domain/till/tender.ts';
import { cents } from '#app/domain/money.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { hasRight } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { OWN_DRAWER } from '#app/platform/http/shift-audiences.ts';
import { closeSession, readTillSession, type SoldLine } from '../../sessions/service.server.ts';
import { type ListedMovement, listedMovement } from '../cash/movement-list.tsx';
import { REASON_MISSING } from '../../till-words.ts';
import { closeForm } from '../till-forms.ts';
import type { CountReply } from './count-form.tsx';
import { differenceLines, readAccepted } from './difference-words.ts';

export interface CloseData {
  id: string;
  name: string;
  openedText: string;
  openedBy: string;
  closedText: string | null;
  closedBy: string | null;
  note: string | null;
  openingFloat: number;
  takings: Takings[];
  sold: SoldLine[];
  movements: ListedMovement[];
  moved: number;
  expected: ByTender;
  counted: ByTender | null;
  corrected: ByTender | null;
  differenceReason: string | null;
  adjusted: ListedMovement[];
  counts: ListedCount[];
  mayCorrect: boolean;
  /** False once the shift in which it was opened is over. */
  maySell: boolean;
}

/** A count beside the one it was closed with. */
interface ListedCount {
  id: string;
  isCorrection: boolean;
  text: string;
  whoAndWhen: string;
}

const GONE = 'un compte esborrat';

export const loader = shiftLoader(OWN_DRAWER, async ({ deps, staff, reach, param, args }): Promise<CloseData | null> => {
  const found = await readTillSession(deps, { staff, reach }, param('sessionId'));
  if (!found) return null;
  const { session, takings, sold, expected, movements, adjustments, counts } = found;
  const { id, name, note, differenceReason, openingFloat, counted, corrected, openedAt, openedByName, closedAt, closedByName } = session;
  return {
    id,
    name,
    note,
    openingFloat,
    counted,
    corrected,
    differenceReason,
    adjusted: adjustments.map(({ ticketNumber, means, madeAt, madeByName, ...row }) => listedMovement({ ...row, reason: `${ticketNumber} · ${TENDER_NAMES[means]}`, movedAt: madeAt, movedByName: madeByName })),
    counts: counts.map((count) => ({
      id: count.id,
      isCorrection: count.kind === 'correction',
      text: [...differenceLines(differences(count.expected, count.counted)), ...(count.reason === null ? [] : [count.reason])].join(' · '),
      whoAndWhen: `${instantText(count.countedAt.toISOString())} · ${count.countedByName ?? GONE}`,
    })),
    mayCorrect: hasRight(args.context.get(requestContext).actor, 'admin'),
    maySell: reach === null || reach.eventIds.length > 0,
    takings,
    sold,
    movements: movements.map(listedMovement),
    moved: sumMoved(movements),
    expected,
    openedText: instantText(openedAt.toISOString()),
    openedBy: openedByName ?? GONE,
    closedText: closedAt && instantText(closedAt.toISOString()),
    closedBy: closedAt && (closedByName ?? GONE),
  };
});

export const action = shiftAction({
  audience: OWN_DRAWER,
  touches: { '*': 'running' },
  intents: {
    async '*'({ deps, staff, reach, param, sent, text, parse, refuse, confirmPassword, answer, done }) {
      const pieces = sumOfPieces((denomination) => text(`n${denomination}`));
      if (text('cash').trim() === '' && pieces !== null && pieces > 0) sent.set('cash', moneyFieldText(cents(pieces)));
      const { note, reason, ...counted } = parse(closeForm);
      const sessionId = param('sessionId');
      const accepted = readAccepted(text('accepted'));
      if (accepted !== null) await confirmPassword();
      return answer(await closeSession(deps, staff, { sessionId, counted, note, reason, accepted }), {
        closed: ({ difference }) => done(reach === null ? `/admin/till/${sessionId}/close` : '/torns?fet=caixa', agrees(difference) ? 'Caixa tancada: quadra' : 'Caixa tancada'),
        differs: ({ difference }) => differing(refuse({ fields: {} }), difference),
        reason_missing: ({ difference }) => differing(refuse({ fields: { reason: REASON_MISSING } }), difference),
        not_open: () => refuseAction('close', 'Esta caixa ja està tancada.'),
      });
    },
  },
});

/** What was counted stays in its fields. */
function differing(reply: ReplyData, difference: ByTender): ReplyData {
  return data<CountReply>({ ...reply.data, difference }, { status: 409 });
}
