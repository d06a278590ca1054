import { z } from 'zod';

import { formatDate } from '#app/domain/time/dates.ts';
import { dateAndTimeText } from '#app/domain/time/instant-text.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { entryCode } from './link.server.ts';
import type { WaitingMail } from './mails/waiting-mail.server.tsx';
import type { EntryMail } from './queue.server.ts';
import { countBefore, type PartyRow, selectListEvent, selectEntry } from './store.server.ts';

const detailOf = z.object({
  partyId: z.uuid(),
  about: z.enum(['confirm', 'joined', 'offer', 'expired', 'removed', 'ended']),
  why: z.enum(['sale_over', 'withdrawn', 'archived', 'closed']).optional(),
});

/** Null where the party has gone on meanwhile, so that an old mail never says what is no longer true. */
export async function renderEntryMail(deps: Deps, { detail }: MailToWrite): Promise<RenderedMail | null> {
  const { partyId, about, why } = detailOf.parse(detail);
  const party = await selectEntry(deps.db.query, partyId);
  const event = party && (await selectListEvent(deps.db.query, party.eventId));
  const now = party && (await aboutNow(deps, party, about === 'ended' ? { about, why: why ?? 'sale_over' } : { about }));
  if (!party || !event || !now) return null;
  const { waitingMailTemplate } = await import('./mails/waiting-mail.server.tsx');
  const { title, image, date, time, location } = event;
  const facts = { eventTitle: title, eventImage: image, dateText: formatDate(date), time, location, places: party.offeredPlaces ?? party.places };
  return { ...(await waitingMailTemplate({ ...facts, url: entryAddress(deps, partyId), about: now }, await deps.settings.current())), attachments: [] };
}

function entryAddress(deps: Deps, partyId: string): string {
  const url = new URL('/avisam/lloc', deps.env.publicUrl);
  url.searchParams.set('codi', entryCode(deps, partyId));
  return url.href;
}

async function aboutNow(deps: Deps, party: PartyRow, mail: EntryMail): Promise<WaitingMail['about'] | null> {
  switch (mail.about) {
    case 'confirm':
      return party.status === 'unconfirmed' ? { kind: 'confirm' } : null;
    case 'joined':
      return party.status === 'waiting' ? { kind: 'joined', place: (await countBefore(deps.db.query, party)) + 1 } : null;
    case 'offer':
      return party.status === 'offered' && party.offerExpiresAt !== null ? { kind: 'offer', until: untilText(party.offerExpiresAt) } : null;
    case 'expired':
      return party.status === 'expired' ? { kind: 'expired' } : null;
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
