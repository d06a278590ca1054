import type { SearchHit, SearchSource } from '#app/feature.server.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';

import { listDoorEvents, searchAtDoor } from './service.server.ts';

const MOST_FOUND = 8;

/** Of the events of today, what the door's own search tells: name and number. */
export const doorSearch: SearchSource = {
  right: 'door',
  notForAdmins: true,
  name: 'Tiquets de hui',
  async find(deps, text) {
    const events = (await listDoorEvents(deps, null)).filter(({ isToday }) => isToday);
    const hits: SearchHit[] = [];
    for (const event of events) {
      const found = await searchAtDoor(deps, { eventId: event.id, text });
      hits.push(...found.map(({ ticketNumber, name, status }) => ({ to: '/admin/ticket-verification', title: ticketNumber, detail: [name, event.title, statusLabel(status).text].filter((part) => part !== null).join(' · ') })));
    }
    return hits.slice(0, MOST_FOUND);
  },
};
