import type { MailPreview } from '#app/design/admin-kit/form/form-reply.ts';
import type { Problems } from '#app/domain/fields/field.ts';
import type { OwedSums } from '#app/domain/payment/owed.ts';
import { fewestPlaces, movedDeadlines, overtakenDeadlines } from '#app/domain/plans/plan-change.ts';
import type { EditedEvent } from '#app/features/events/admin/schema.ts';
import { saveEvent, type SaveEventOutcome } from '#app/features/events/admin/service.server.ts';
import { withdrawEvent } from '#app/features/events/service.server.ts';
import { readOwedSums } from '#app/features/payments/manual-settlement/service.server.ts';
import { type EventNotice, notifyEventChanged, previewEventChanged, previewEventWithdrawn } from '#app/features/tickets/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type AnnouncedEvent, countAdmitted, insertAnnouncement, selectReturnable, selectStock } from '../store.server.ts';

interface Withdrawal {
  /** Of what is announced; made with the form. */
  id: string;
  words: string;
}

/** Ends the sale; tickets and money follow in the background, each mail with the admin's own words. */
export async function withdrawWithWords(deps: Deps, admin: AdminId, { eventId, id, words }: Withdrawal & { eventId: number }): Promise<'done' | 'already' | 'not_found' | 'right_lost'> {
  return withdrawEvent(deps, admin, eventId, (tx, now) => insertAnnouncement(tx, { id, eventId, kind: 'withdrawal', subject: "L'acte s'ha cancel·lat", body: words, chooseUntil: null, createdAt: now, createdBy: admin }));
}

export interface EventMove {
  id: string;
  version: number;
  date: string;
  time: string;
  location: string | null;
  words: string;
  /** YYYY-MM-DD; null: the tickets stay as they are. */
  chooseUntil: string | null;
}

export type PlanChangeOutcome = { outcome: 'done'; notified: number } | { outcome: 'too_few'; fewest: number } | { outcome: 'conflict' | 'not_found' | 'refused' | 'key_reused' } | { outcome: 'invalid'; problems: Problems };

/** The deadlines that would be over at once, by field. */
export function endedByMove(deps: Pick<Deps, 'clock'>, event: EditedEvent, date: string): Problems {
  const now = deps.clock.now();
  return overtakenDeadlines(event, movedDeadlines(event, date, now), now);
}

/** Another day, hour, place or programme: tickets stay valid, everybody is written to, whoever paid may choose, and deadlines still to come move along. */
export async function moveEvent(deps: Deps, admin: AdminId, { event, ...move }: EventMove & { event: EditedEvent }): Promise<PlanChangeOutcome> {
  const { id, version, date, time, location, words, chooseUntil } = move;
  const problems = endedByMove(deps, event, date);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  let notified = 0;
  const saved = await saveEvent(deps, admin, {
    eventId: event.id,
    version,
    draft: { ...event, ...movedDeadlines(event, date, deps.clock.now()), date, time, location },
    async alongside(tx, { before, after, now }) {
      await insertAnnouncement(tx, { id, eventId: event.id, kind: 'move', subject: 'Canvi de plans', body: words, chooseUntil, createdAt: now, createdBy: admin });
      notified = await notifyEventChanged(deps, tx, { eventId: event.id, before, after, announcementId: id });
    },
  });
  return planOutcome(saved, notified);
}

export interface EventShrink {
  id: string;
  version: number;
  places: number;
  words: string | null;
  chooseUntil: string | null;
}

class TooFewPlaces extends Error {
  readonly fewest: number;

  constructor(fewest: number) {
    super('fewer places than are taken');
    this.fewest = fewest;
  }
}

/** Fewer places, never under what is sold, held and offered. Nobody is written to without words. */
export async function shrinkEvent(deps: Deps, admin: AdminId, { event, ...shrink }: EventShrink & { event: EditedEvent }): Promise<PlanChangeOutcome> {
  const { id, version, places, words, chooseUntil } = shrink;
  let notified = 0;
  try {
    const saved = await saveEvent(deps, admin, {
      eventId: event.id,
      version,
      draft: { ...event, maxTickets: places },
      async alongside(tx, { before, now }) {
        const fewest = fewestPlaces(await selectStock(tx, event.id));
        if (places < fewest) throw new TooFewPlaces(fewest);
        if (words === null) return;
        await insertAnnouncement(tx, { id, eventId: event.id, kind: 'shrink', subject: 'Canvi de plans', body: words, chooseUntil, createdAt: now, createdBy: admin });
        notified = await notifyEventChanged(deps, tx, { eventId: event.id, before, after: before, announcementId: id });
      },
    });
    return planOutcome(saved, notified);
  } catch (error) {
    if (error instanceof TooFewPlaces) return { outcome: 'too_few', fewest: error.fewest };
    throw error;
  }
}

function planOutcome(saved: SaveEventOutcome, notified: number): PlanChangeOutcome {
  switch (saved.outcome) {
    case 'done':
      return { outcome: 'done', notified };
    case 'invalid':
      return saved;
    case 'conflict':
    case 'not_found':
    case 'refused':
    case 'key_reused':
      return { outcome: saved.outcome };
  }
}

export async function previewWithdrawal(deps: Deps, event: AnnouncedEvent, words: string): Promise<MailPreview> {
  return previewEventWithdrawn(deps, { event, words });
}

export async function previewChange(deps: Deps, event: AnnouncedEvent, change: { after: EventNotice; words: string; chooseUntil: string | null }): Promise<MailPreview> {
  const { after, words, chooseUntil } = change;
  const preview = await previewEventChanged(deps, { event, before: event, after, announced: { body: words, chooseUntil } });
  return preview ?? { recipients: 0, ticketRecipients: 0, subject: '', text: '' };
}

export interface PlanSums {
  byCard: number;
  byHand: number;
  /** Still to be given back in person, of a withdrawn event or of tickets given back. */
  owed: OwedSums;
  fewestPlaces: number;
  maxTickets: number | null;
  admitted: number;
}

export async function readPlanSums(deps: Deps, eventId: number): Promise<PlanSums> {
  const { query } = deps.db;
  const [returnable, owed, stock, admitted] = await Promise.all([selectReturnable(query, eventId), readOwedSums(deps, eventId), selectStock(query, eventId), countAdmitted(query, eventId)]);
  return { ...returnable, owed, fewestPlaces: fewestPlaces(stock), maxTickets: stock.maxTickets, admitted };
}

