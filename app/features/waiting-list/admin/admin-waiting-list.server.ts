import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import type { EntryView } from './entry-row.tsx';
import { closeList, letSmallerPass, type ListRow, listWaitingLists, offerNow, readWaitingList, removeEntry, type ListActionOutcome, type WaitingList } from './service.server.ts';

export interface ListView extends Pick<WaitingList, 'isSaleOn' | 'tally'> {
  event: Pick<WaitingList['event'], 'id' | 'title' | 'image' | 'maxTickets' | 'setAside' | 'smallerPass' | 'waitingList'> & { when: string };
  entries: EntryView[];
}

export interface ListData {
  lists: (ListRow & { when: string })[];
  list: ListView | null;
}

export const loader = adminLoader('admin', async ({ deps, staff, args }): Promise<ListData | null> => {
  if (args.params['eventId'] === undefined) {
    const lists = await listWaitingLists(deps, staff);
    return { list: null, lists: lists.map((list) => ({ ...list, when: formatDate(list.date) })) };
  }
  const eventId = parseEventId(args.params['eventId']);
  const list = eventId === null ? null : await readWaitingList(deps, staff, eventId);
  return list && { lists: [], list: toListView(list) };
});

type Submission = AdminSubmission<'admin', number>;

export const action = adminAction({
  right: 'admin',
  record: async ({ param }) => parseEventId(param('eventId')),
  touches: { smaller: 'event', order: 'event', offer: 'running', remove: 'running', close: 'event' },
  intents: {
    smaller: async (sent) => answered(sent, await letSmallerPass(sent.deps, sent.staff, { eventId: sent.record, may: true }), 'Els grups que caben ja poden passar davant.'),
    order: async (sent) => answered(sent, await letSmallerPass(sent.deps, sent.staff, { eventId: sent.record, may: false }), 'La llista torna a anar per ordre estricte.'),
    offer: async (sent) => answered(sent, await offerNow(sent.deps, sent.staff, { eventId: sent.record, entryId: sent.text('party') }), 'Oferta feta: el correu ja va de camí.'),
    remove: async (sent) => answered(sent, await removeEntry(sent.deps, sent.staff, { eventId: sent.record, entryId: sent.text('party') }), 'Grup llevat de la llista: li ho diem per correu.'),
    close: async (sent) => answered(sent, await closeList(sent.deps, sent.staff, sent.record), 'Llista tancada: ho diem a tots per correu.'),
  },
});

function answered({ answer, done, record }: Submission, outcome: ListActionOutcome, message: string): ReturnType<Submission['answer']> {
  return answer(outcome, {
    done: () => done(`/admin/waiting-list/${record}`, message),
    gone: () => refuseAction(null, 'Este grup ja no espera: mira la llista com està ara.'),
    too_few: () => refuseAction(null, 'No hi ha prou places apartades per a tot el grup.'),
  });
}

function toListView({ event, isSaleOn, tally, entries }: WaitingList): ListView {
  const { id, title, image, date, time, maxTickets, setAside, smallerPass, waitingList } = event;
  let position = 0;
  return {
    event: { id, title, image, maxTickets, setAside, smallerPass, waitingList, when: `${formatDate(date)}, ${time}` },
    isSaleOn,
    tally,
    entries: entries.map(({ id: entryId, email, places, status, offeredPlaces, offerExpiresAt, confirmedAt, endedAt, orderId, orderNumber }) => {
      if (status === 'waiting') position += 1;
      return {
        id: entryId,
        email,
        places: offeredPlaces ?? places,
        status,
        position: status === 'waiting' ? position : null,
        since: confirmedAt === null ? null : instantText(confirmedAt.toISOString()),
        until: status === 'offered' && offerExpiresAt !== null ? instantText(offerExpiresAt.toISOString()) : null,
        ended: endedAt === null ? null : instantText(endedAt.toISOString()),
        order: orderId === null || orderNumber === null ? null : { id: orderId, number: orderNumber },
        mayBeOffered: status === 'waiting' && isSaleOn && (maxTickets === null || places <= setAside),
      };
    }),
  };
}
