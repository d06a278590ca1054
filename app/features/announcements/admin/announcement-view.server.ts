import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import type { EventAnnouncements } from '../service.server.ts';
import type { ListedAnnouncement, Unreachable } from './announcement-list.tsx';

export function viewOf({ announcements, withoutAddress, given }: EventAnnouncements): { announcements: ListedAnnouncement[]; unreachable: Unreachable } {
  return {
    unreachable: { withoutAddress, given },
    announcements: announcements.map(({ id, kind, subject, body, createdAt, createdByName, mails, sent, failed, chooseUntil, retained, givenBack, undelivered }) => ({
      id,
      kind,
      subject,
      body,
      whenText: instantText(createdAt.toISOString()),
      by: createdByName,
      mails,
      sent,
      failed,
      choice: chooseUntil === null ? null : { untilText: formatDate(chooseUntil), retained, givenBack },
      undelivered: undelivered.map(({ mailId, orderId, orderNumber, recipient }) => ({ mailId, orderId, orderNumber, recipient })),
    })),
  };
}
