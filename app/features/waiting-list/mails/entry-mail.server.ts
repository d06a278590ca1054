import { z } from 'zod';

import { formatDate } from '#app/domain/time/dates.ts';
import { dateAndTimeText } from '#app/domain/time/instant-text.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { entryCode } from '../link.server.ts';
import type { WaitingMail } from './waiting-mail.server.tsx';
import type { EntryMail } from '../queue.server.ts';
import { countBefore, type WaitlistEntry, selectListEvent, selectEntry } from '../store.server.ts';

const detailOf = z.object({
  partyId: z.uuid(),
  about: z.enum(['confirm', 'joined', 'offer', 'expired', 'removed', 'ended']),
  why: z.enum(['sale_over', 'withdrawn', 'archived', 'closed']).optional(),
});

/** Null where the entry's state has moved on, so that a late mail never says what is no longer true. */
export async function renderEntryMail(deps: Deps, { detail }: MailToWrite): Promise<RenderedMail | null> {
  const { partyId: entryId, about, why } = detailOf.parse(detail);
  const entry = await selectEntry(deps.db.query, entryId);
  const event = entry && (await selectListEvent(deps.db.query, entry.eventId));
  const now = entry && (await aboutNow(deps, entry, about === 'ended' ? { about, why: why ?? 'sale_over' } : { about }));
  if (!entry || !event || !now) return null;
  const { waitingMailTemplate } = await import('./waiting-mail.server.tsx');
  const { title, image, date, time, location } = event;
  const facts = { eventTitle: title, eventImage: image, dateText: formatDate(date), time, location, places: entry.offeredPlaces ?? entry.places };
  return { ...(await waitingMailTemplate({ ...facts, url: entryAddress(deps, entryId), about: now }, await deps.settings.current())), attachments: [] };
}

function entryAddress(deps: Deps, entryId: string): string {
  const url = new URL('/avisam/lloc', deps.env.publicUrl);
  url.searchParams.set('codi', entryCode(deps, entryId));
  return url.href;
}

async function aboutNow(deps: Deps, entry: WaitlistEntry, mail: EntryMail): Promise<WaitingMail['about'] | null> {
  switch (mail.about) {
    case 'confirm':
      return entry.status === 'unconfirmed' ? { kind: 'confirm' } : null;
    case 'joined':
      return entry.status === 'waiting' ? { kind: 'joined', position: (await countBefore(deps.db.query, entry)) + 1 } : null;
    case 'offer':
      return entry.status === 'offered' && entry.offerExpiresAt !== null ? { kind: 'offer', until: untilText(entry.offerExpiresAt) } : null;
    case 'expired':
      return entry.status === 'expired' ? { kind: 'expired' } : null;
    case 'removed':
      return { kind: 'removed' };
    case 'ended':
      return { kind: 'ended', why: mail.why };
  }
}

function untilText(instant: Date): string {
  const { date, time } = dateAndTimeText(instant.toISOString());
  return `${date} a les ${time}`;
}
