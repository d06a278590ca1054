import { type ClosingSums, closingResult, isQuiet, stillOwed } from '#app/domain/report/closing.ts';
import { TENDER_ORDER, tenderText } from '#app/domain/report/tender-words.ts';
import type { ReportCell, ReportRow, ReportTable } from '#app/domain/report/report-table.ts';
import { totalOf } from '#app/domain/report/totals.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dayText } from '#app/domain/time/instant-text.ts';

import type { DrawerDifference, EventClosing, TenderLine, PayoutShare, ProviderSums, SeasonClosing } from './service.server.ts';

/** What screen, sheet and document say of it; on the screen the costs stand in their form. */
export function eventTables(closing: EventClosing, { withCosts = true }: { withCosts?: boolean } = {}): ReportTable[] {
  return [
    resultTable(closing.sums, {}),
    tenderTable(closing.byTender),
    ...providerTables(closing.provider, {}),
    ...(withCosts ? [costsTable(closing)] : []),
    ...drawersTable(closing.drawers),
  ];
}

function costsTable({ costs, sums }: Pick<EventClosing, 'costs' | 'sums'>): ReportTable {
  return {
    title: 'Despeses',
    columns: ['Què', 'Data', 'Import'],
    rows: costs.map(({ words, spentOn, amount }) => ({ cells: [words, formatDate(spentOn), { cents: amount }] })),
    total: ['Total', null, { cents: sums.costs }],
  };
}

export function seasonTables(closing: SeasonClosing): ReportTable[] {
  const { sums, events, accountFees } = closing;
  return [resultTable(sums, { accountFees }), actsTable({ sums, events, accountFees }), tenderTable(closing.byTender), ...providerTables(closing.provider, { accountFees }), ...drawersTable(closing.drawers)];
}

function resultTable(sums: ClosingSums, { accountFees = 0 }: { accountFees?: number }): ReportTable {
  return {
    title: 'Resultat',
    columns: ['Concepte', 'Import'],
    rows: [
      line('Cobrat', sums.taken),
      lineOff('Tornat', sums.refunded),
      ...(sums.owedByHand === 0 ? [] : [lineOff('Per tornar en mà', sums.owedByHand)]),
      ...(sums.owedByCard === 0 ? [] : [lineOff('Per tornar a la targeta', sums.owedByCard)]),
      lineOff('Comissions de la passarel·la', sums.fees - accountFees),
      ...(accountFees === 0 ? [] : [lineOff('Quotes del compte de la passarel·la', accountFees)]),
      lineOff('Despeses', sums.costs),
    ],
    total: ['Resultat', { cents: closingResult(sums) }],
  };
}

function line(name: string, cents: number): ReportRow {
  return { cells: [name, { cents }] };
}

/** From nothing, so that nothing is not told as `-0,00 €`. */
function lineOff(name: string, cents: number): ReportRow {
  return line(name, 0 - cents);
}

function tenderTable(byTender: readonly TenderLine[]): ReportTable {
  const known: readonly string[] = TENDER_ORDER;
  const lines = byTender.toSorted((one, other) => known.indexOf(one.means) - known.indexOf(other.means));
  const sum = totalOf(lines);
  return {
    title: 'Per mitjà de pagament',
    columns: ['Mitjà', 'Tiquets', 'Cobrat', 'Tornat', 'Queda'],
    rows: lines.map(({ means, tickets, taken, refunded }) => ({ cells: [tenderText(means), tickets, { cents: taken }, { cents: refunded }, { cents: taken - refunded }] })),
    total: ['Total', sum.tickets, { cents: sum.taken }, { cents: sum.refunded }, { cents: sum.taken - sum.refunded }],
  };
}

function actsTable({ events, sums, accountFees }: Pick<SeasonClosing, 'events' | 'sums' | 'accountFees'>): ReportTable {
  const cells = (one: ClosingSums): ReportCell[] => [one.tickets, ...[one.taken, one.refunded, stillOwed(one), one.fees, one.costs, closingResult(one)].map((cents) => ({ cents }))];
  const quiet = events.filter(({ sums: own }) => isQuiet(own)).length;
  return {
    title: 'Per acte',
    columns: ['Acte', 'Tiquets', 'Cobrat', 'Tornat', 'Per tornar', 'Comissions', 'Despeses', 'Resultat'],
    rows: [
      ...events.filter(({ sums: own }) => !isQuiet(own)).map(({ event, sums: own }) => ({ cells: [`${event.title} (${formatDate(event.date)})`, ...cells(own)], to: `/admin/events/closing/${event.id}` })),
      ...(accountFees === 0 ? [] : [{ cells: ['Quotes del compte de la passarel·la', null, null, null, null, { cents: accountFees }, null, { cents: -accountFees }] }]),
    ],
    total: ['Total', ...cells(sums)],
    ...(quiet > 0 && { note: quiet === 1 ? "1 acte no hi surt: no té tiquets, cobraments ni despeses." : `${quiet} actes no hi surten: no tenen tiquets, cobraments ni despeses.` }),
  };
}

const PAYOUT_WORDS: Record<PayoutShare['status'], string> = { pending: 'pendent', in_transit: 'en camí', paid: 'ingressat', failed: 'ha fallat', canceled: 'anul·lat' };

function providerTables({ charged, givenBack, fees, payouts }: ProviderSums, { accountFees = 0 }: { accountFees?: number }): ReportTable[] {
  if (charged === 0 && givenBack === 0 && fees === 0 && accountFees === 0) return [];
  const sent = payouts.filter(({ status }) => status !== 'failed' && status !== 'canceled').reduce((sum, { share }) => sum + share, 0);
  const net = charged - givenBack - fees;
  return [
    {
      title: 'Passarel·la',
      columns: ['Concepte', 'Import'],
      rows: [line('Cobrat', charged), lineOff('Tornat i reclamat', givenBack), lineOff('Comissions', fees), lineOff('Enviat al banc', sent)],
      total: ['Queda a la passarel·la', { cents: net - sent }],
    },
    ...(payouts.length === 0
      ? []
      : [
          {
            title: 'Ingressos al banc',
            columns: ['Data', 'Estat', 'Ingrés', "D'ací"],
            rows: payouts.map(({ arrivesOn, status, amount, share }) => ({ cells: [formatDate(arrivesOn), PAYOUT_WORDS[status], { cents: amount }, { cents: share }] })),
            total: ['Total', null, null, { cents: sent }],
            note: "Un ingrés pot portar diners de més d'un acte: l'última columna és la part que ve d'ací, ja sense comissions.",
          },
        ]),
  ];
}

function drawersTable(drawers: readonly DrawerDifference[]): ReportTable[] {
  if (drawers.length === 0) return [];
  return [
    {
      title: "Diferències d'arqueig",
      columns: ['Caixa', 'Tancada', 'Diferència'],
      rows: drawers.map(({ id, name, closedAt, difference }) => ({ cells: [name, dayText(closedAt.toISOString()), { cents: difference }], to: `/admin/till/${id}` })),
      total: null,
      note: "No entren en el resultat: una caixa pot haver venut per a més d'un acte. Si faltaven diners, apunta-ho com a despesa.",
    },
  ];
}

/** What keeps the figures from being the last ones. */
export function closingWarnings({ provider, byTender }: Pick<EventClosing, 'provider' | 'byTender'>): string[] {
  const card = byTender.find(({ means }) => means === 'card');
  const { charged, untold, isRefused } = provider;
  return [
    ...(isRefused ? ["La clau de la passarel·la no deixa llegir comissions ni ingressos: dona-li permís de lectura sobre «Balance» i «Payouts»."] : []),
    ...(untold === 0 ? [] : [untold === 1 ? "D'1 cobrament amb targeta la passarel·la encara no ha dit la comissió." : `De ${untold} cobraments amb targeta la passarel·la encara no ha dit la comissió.`]),
    ...(untold === 0 && card !== undefined && charged < card.taken ? ["La passarel·la diu que ha cobrat menys que els nostres comptes: mira «Pagaments»."] : []),
  ];
}
