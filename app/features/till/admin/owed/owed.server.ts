import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textsOf } from '#app/design/ui/forms/form-text.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { TENDERS, TENDER_NAMES, type Tender } from '#app/domain/till/tender.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { hasRight } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import { listOwed, type OwedRefunds, refundOwedByAdmin, refundOwedFromDrawer } from '../../owed/service.server.ts';
import { listSessions } from '../../sessions/service.server.ts';

export interface OwedRow {
  orderId: string;
  orderNumber: string;
  who: string | null;
  eventTitle: string;
  tickets: number;
  amount: number;
  tenderText: string;
  paidText: string;
}

/** An admin may note what was given back out of no drawer. */
const NO_DRAWER = 'cap';

export const loader = adminLoader('till', async ({ deps, staff, query, args }) => {
  const eventId = parseEventId(query.get('event') ?? '');
  const [owed, sessions] = await Promise.all([listOwed(deps, staff, eventId), listSessions(deps, { staff, reach: null })]);
  const drawers = sessions.filter(({ closedAt }) => closedAt === null).map(({ id, name, openedBy }) => ({ value: id, text: `Caixa «${name}»`, isOwn: openedBy === staff }));
  const own = query.get('caixa');
  return {
    eventTitle: eventId === null ? null : (owed[0]?.eventTitle ?? null),
    onlyEvent: eventId,
    asOf: instantText(deps.clock.now().toISOString()),
    drawers: [...drawers.map(({ value, text }) => ({ value, text })), ...(hasRight(args.context.get(requestContext).actor, 'admin') ? [{ value: NO_DRAWER, text: "Sense caixa: ho apunte com a administrador" }] : [])],
    drawer: drawers.find(({ value }) => value === own)?.value ?? drawers.find(({ isOwn }) => isOwn)?.value ?? drawers[0]?.value ?? NO_DRAWER,
    rows: owed.map(
      ({ orderId, orderNumber, name, email, eventTitle, eventDate, tickets, amount, means, paidAt }): OwedRow => ({
        orderId,
        orderNumber,
        who: name ?? email,
        eventTitle: `${eventTitle}, ${formatDate(eventDate)}`,
        tickets,
        amount,
        tenderText: TENDER_NAMES[means],
        paidText: paidAt === null ? '' : instantText(paidAt.toISOString()),
      }),
    ),
  };
});

export const action = adminAction({
  right: 'till',
  touches: { 'give-back': 'money' },
  intents: {
    async 'give-back'({ deps, staff, args, sent, text, query, refuse, done }) {
      const orderIds = textsOf(sent, 'order');
      if (orderIds.length === 0) return refuse('Marca abans a qui has tornat els diners.');
      const means = TENDERS.find((one) => one === text('means'));
      if (means === undefined) return refuse('Digues com els has tornat: efectiu, targeta o Bizum.');
      const drawer = text('drawer');
      if (drawer === '') return refuse('Digues de quina caixa han eixit. Si no n\'hi ha cap d\'oberta, obri-la abans a «Taquilla».');
      const refunds = drawer === NO_DRAWER ? await refundOwedByAdmin(deps, staffOf(args, 'admin').staff, { orderIds, means }) : await refundOwedFromDrawer(deps, staff, { sessionId: drawer, orderIds, means });
      if (refunds.stopped !== null) return refuse(`${refunds.orders === 0 ? '' : `${refundedText(refunds, means)} La resta, no: `}${STOPPED[refunds.stopped]}`);
      const address = query.toString();
      return done(`/admin/owed${address === '' ? '' : `?${address}`}`, refundedText(refunds, means));
    },
  },
});

function refundedText({ orders, amount, already }: OwedRefunds, means: Tender): string {
  const noted = orders === 0 ? 'No quedava res per apuntar.' : `Apuntat: ${formatEuros(amount)} de ${orders === 1 ? '1 comanda' : `${orders} comandes`} (${TENDER_NAMES[means]}).`;
  if (already === 0) return noted;
  return `${noted} ${already === 1 ? '1 ja estava tornada' : `${already} ja estaven tornades`}: no s'ha apuntat dues vegades.`;
}

const STOPPED: Readonly<Record<NonNullable<OwedRefunds['stopped']>, string>> = {
  closing: "Eixa caixa s'està tancant: tria'n una altra.",
  not_open: "Eixa caixa ja està tancada: tria'n una altra.",
  not_found: 'Una de les comandes no és de la taquilla: mira-la a la seua pàgina.',
  not_by_hand: 'Una de les comandes no es va cobrar en mà: mira-la a la seua pàgina.',
  too_much: "No s'ha pogut apuntar: mira la caixa, potser no hi ha tant efectiu.",
  refused: 'Ja no tens permís per a fer-ho.',
};

