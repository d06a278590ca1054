import { qrModules } from '#app/platform/adapters/qr-modules.server.ts';
import { shiftAction, shiftLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { TENDER_NAMES, type SaleTender, TENDERS } from '#app/domain/till/tender.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { groupOfSale } from '#app/features/groups/service.server.ts';
import { nameAddress } from '#app/features/orders/address-correction/service.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import type { QrModules } from '#app/design/ui/qr-code.tsx';

import { AT_THE_TILL } from '#app/platform/http/shift-audiences.ts';
import { refundSale } from '../../sales/refund-sale.server.ts';
import { readSale } from '../../sales/service.server.ts';
import { readTillSession } from '../../sessions/service.server.ts';
import { MORE_THAN_THERE_IS } from '../../till-words.ts';
import { mailForm } from './mail-schema.ts';

export interface SaleTicket {
  id: string;
  ticketNumber: string;
  status: string;
  price: number;
  dishes: string;
}

export interface SaleData {
  sessionId: string;
  /** Refunds can be paid from this drawer. */
  isOpen: boolean;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  soldText: string;
  means: SaleTender | null;
  reason: string | null;
  total: number;
  paidOut: number;
  email: string | null;
  tickets: SaleTicket[];
  code: QrModules;
  /** Where its people are given a table; null for an event without a hall. */
  seatPath: string | null;
  mayLackNeeds: boolean;
  group: { joined: boolean; text: string } | null;
}

export const loader = shiftLoader(AT_THE_TILL, async ({ deps, staff, reach, param, query }): Promise<SaleData | null> => {
  const [sessionId, orderId] = [param('sessionId'), param('orderId')];
  const [found, drawer] = await Promise.all([readSale(deps, { staff, reach }, orderId), readTillSession(deps, { staff, reach }, sessionId)]);
  if (!found || !drawer) return null;
  const { sale, tickets, email, eventId, link } = found;
  return {
    sessionId,
    isOpen: drawer.session.closedAt === null,
    orderId,
    orderNumber: sale.orderNumber,
    eventId,
    eventTitle: sale.eventTitle,
    soldText: `${sale.sessionName}, ${instantText(sale.soldAt.toISOString())}${sale.soldByName === null ? '' : ` · ${sale.soldByName}`}`,
    means: sale.means ?? (sale.reason === null ? null : 'house'),
    reason: sale.reason,
    total: sale.total,
    paidOut: sale.paidOut,
    email,
    tickets: tickets.map(({ id, ticketNumber, status, price, menu, extras }) => ({
      id,
      ticketNumber,
      status,
      price,
      dishes: [...menu.flatMap(({ items }) => items), ...extras].map(({ name }) => name).join(' + '),
    })),
    code: qrModules(link),
    seatPath: found.hasHall && reach === null ? `/admin/till-seure/${eventId}?tiquet=${encodeURIComponent(tickets[0]?.ticketNumber ?? '')}` : null,
    mayLackNeeds: query.get('necessitats') === 'mirar',
    group: await groupOfSale(deps, orderId),
  };
});

export const action = shiftAction({
  audience: AT_THE_TILL,
  record: ({ param }) => ({ sessionId: param('sessionId'), orderId: param('orderId') }),
  touches: { refund: 'money', mail: 'running' },
  intents: {
    async refund({ deps, staff, record: { sessionId, orderId }, text, refuse, answer, done }) {
      const ticketId = text('ticket');
      const means = TENDERS.find((one) => one === text('means')) ?? 'cash';
      const reason = text('reason').trim().slice(0, 200);
      if (reason === '') return refuse('Digues per què es torna', 400);
      const explain = ({ outcome }: { outcome: keyof typeof REFUSED }): string => REFUSED[outcome];
      return answer(await refundSale(deps, staff, { sessionId, orderId, ticketIds: ticketId === '' ? null : [ticketId], means, reason }), {
        refunded: ({ amount }) => done(addressOf(sessionId, orderId), amount === 0 ? 'Anul·lat: el lloc torna a la venda' : `Torna ${formatEuros(amount)} (${TENDER_NAMES[means].toLowerCase()}): el lloc torna a la venda`),
        closing: explain,
        not_open: explain,
        not_found: explain,
        not_by_hand: explain,
        nothing_to_refund: explain,
        too_much: explain,
      });
    },
    async mail({ deps, staff, record: { sessionId, orderId }, text, parse, answer, done }) {
      const { to } = parse(mailForm);
      const changed = (): ReturnType<typeof refuseAction> => refuseAction('mail', 'Esta venda ja té una altra adreça: mira com ha quedat.');
      return answer(await nameAddress(deps, staff, { orderNumber: text('comanda'), to }), {
        done: () => done(addressOf(sessionId, orderId), `Els tiquets van de camí a ${to}`),
        not_found: changed,
        changed_meanwhile: changed,
      });
    },
  },
});

const REFUSED = {
  closing: REFUSALS.TILL_CLOSING.message,
  not_open: 'Esta caixa està tancada: obri un torn per a tornar diners.',
  not_found: 'Esta venda ja no hi és.',
  not_by_hand: 'Esta comanda no es va cobrar a la taquilla.',
  nothing_to_refund: 'No queda res per tornar.',
  too_much: `${MORE_THAN_THERE_IS}: posa-n'hi, o torna-ho d'una altra manera.`,
} as const;

function addressOf(sessionId: string, orderId: string): string {
  return `/admin/till/${sessionId}/sales/${orderId}`;
}
