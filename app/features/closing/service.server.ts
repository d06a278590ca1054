import { addClosings, type ClosingSums } from '#app/domain/report/closing.ts';
import { totalOf } from '#app/domain/report/totals.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import { seasonDays, seasonOf } from '#app/domain/time/season.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asAdmin, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import {
  type ClosedEvent,
  type DrawerDifference,
  type EventCost,
  lockClosing,
  type MovedByTender,
  type PayoutShare,
  replaceCosts,
  selectAccountFees,
  selectBalanceReading,
  selectClosedEvent,
  selectClosingVersion,
  selectCosts,
  selectDrawerDifferences,
  selectEventDays,
  selectMoved,
  selectOwedInClosing,
  selectPayouts,
  selectProviderSums,
  selectSeasonEvents,
} from './store.server.ts';

export type { ClosedEvent, DrawerDifference, EventCost, PayoutShare };

export type TenderLine = Omit<MovedByTender, 'eventId'>;

export interface ProviderSums {
  charged: number;
  givenBack: number;
  fees: number;
  untold: number;
  payouts: PayoutShare[];
  /** When it was last read to the end, and whether the key may not read it. */
  readAt: Date | null;
  isRefused: boolean;
}

interface Closing {
  sums: ClosingSums;
  byTender: TenderLine[];
  provider: ProviderSums;
  drawers: DrawerDifference[];
}

export interface EventClosing extends Closing {
  event: ClosedEvent;
  costs: EventCost[];
  version: number;
}

export interface SeasonClosing extends Closing {
  season: number;
  /** With events, newest first; the asked one among them. */
  seasons: number[];
  events: { event: ClosedEvent; sums: ClosingSums }[];
  /** Of the provider's account, about no payment; among the fees of `sums`. */
  accountFees: number;
}

export async function readEventClosing(deps: Deps, _admin: AdminId, eventId: number): Promise<EventClosing | null> {
  const { query } = deps.db;
  // Before the costs: of a list that is saved meanwhile an older version is told, and nobody saves over it unawares.
  const [event, version] = await Promise.all([selectClosedEvent(query, eventId), selectClosingVersion(query, eventId)]);
  if (event === null) return null;
  const closing = await readClosing(deps, query, [event]);
  return { ...closing, event, costs: closing.costs.map(({ eventId: _eventId, ...cost }) => cost), version };
}

/** Null: the one that is on. */
export async function readSeasonClosing(deps: Deps, _admin: AdminId, requested: number | null): Promise<SeasonClosing> {
  const { query } = deps.replica;
  const season = requested ?? seasonOf(dayInMadrid(deps.clock.now()));
  const { from, to } = seasonDays(season);
  const [events, days] = await Promise.all([selectSeasonEvents(query, { from, to }), selectEventDays(query)]);
  const [closing, accountFees] = await Promise.all([
    readClosing(deps, query, events),
    selectAccountFees(query, { since: new Date(startOfDayInMadrid(from)), before: new Date(startOfDayInMadrid(addDays(to, 1))) }),
  ]);
  return {
    ...closing,
    sums: { ...closing.sums, fees: closing.sums.fees + accountFees },
    season,
    seasons: [...new Set([...days.map(seasonOf), season])].toSorted((one, other) => other - one),
    accountFees,
  };
}

async function readClosing(deps: Deps, query: Query, events: readonly ClosedEvent[]): Promise<Closing & Pick<SeasonClosing, 'events'> & { costs: (EventCost & { eventId: number })[] }> {
  const ids = events.map(({ id }) => id);
  const [moved, owed, provider, payouts, drawers, costs, reading] = await Promise.all([
    selectMoved(query, ids),
    selectOwedInClosing(query, ids),
    selectProviderSums(query, ids),
    selectPayouts(query, ids),
    selectDrawerDifferences(query, ids),
    selectCosts(query, ids),
    selectBalanceReading(query, deps.payments.name),
  ]);
  const sumsOf = ({ id }: ClosedEvent): ClosingSums => {
    const lines = moved.filter((line) => line.eventId === id);
    const due = owed.find((one) => one.eventId === id);
    return {
      ...totalOf(lines),
      owedByHand: due?.byHand ?? 0,
      owedByCard: due?.byCard ?? 0,
      fees: provider.find((one) => one.eventId === id)?.fees ?? 0,
      costs: total(costs.filter((cost) => cost.eventId === id), 'amount'),
    };
  };
  const closed = events.map((event) => ({ event, sums: sumsOf(event) }));
  const means = [...Map.groupBy(moved, (line) => line.means)];
  return {
    events: closed,
    sums: addClosings(closed.map(({ sums }) => sums)),
    byTender: means.map(([name, lines]) => ({ means: name, ...totalOf(lines) })),
    provider: {
      charged: total(provider, 'charged'),
      givenBack: total(provider, 'givenBack'),
      fees: total(provider, 'fees'),
      untold: total(provider, 'untold'),
      payouts,
      readAt: reading?.readAt ?? null,
      isRefused: reading?.refusedAt != null,
    },
    drawers,
    costs,
  };
}

function total<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], side: Key): number {
  return rows.reduce((sum, row) => sum + row[side], 0);
}

export type CostDraft = Omit<EventCost, 'id'> & { id: string | null };
export type SaveCostsOutcome = { outcome: 'done' } | { outcome: 'not_found' } | { outcome: 'conflict'; version: number; current: EventCost[] } | RightLost;

/** The whole list: the second of two editors is told. */
export async function saveCosts(deps: Deps, admin: AdminId, input: { eventId: number; version: number; costs: readonly CostDraft[] }): Promise<SaveCostsOutcome> {
  const { eventId, costs } = input;
  return asAdmin<SaveCostsOutcome>(deps, admin, async (tx, { now, audit }) => {
    if ((await selectClosedEvent(tx, eventId)) === null) return { outcome: 'not_found' };
    const version = await lockClosing(tx, { eventId, by: admin, now });
    const standing = await selectCosts(tx, [eventId]);
    if (version !== input.version) return { outcome: 'conflict', version, current: standing };
    const known = new Set(standing.map(({ id }) => id));
    const rows = costs.map((cost) => ({ ...cost, id: cost.id !== null && isUuid(cost.id) && known.delete(cost.id) ? cost.id : deps.ids.uuid() }));
    await replaceCosts(tx, { eventId, costs: rows, version: version + 1, by: admin, now });
    await audit({ action: 'event.costs_changed', subject: 'event', subjectId: String(eventId), detail: { costs: rows.length, total: total(rows, 'amount') } });
    return { outcome: 'done' };
  });
}
