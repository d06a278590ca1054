import type { Page } from 'playwright-core';

import { anEvent } from '../app/events.ts';
import { accept, aShift } from '../app/shifts.ts';
import { aMember } from '../people/accounts.ts';
import type { Site } from '../site/site.ts';
import type { Stop } from './walk.ts';

async function aBoard(site: Site): Promise<{ eventId: number; shift: string }> {
  const event = await anEvent(site);
  const shift = await aShift(site, event, { places: 9 });
  await accept(site, shift, await aMember(site), 'asked');
  return { eventId: event.id, shift };
}

const board = (path: (of: { eventId: number; shift: string }) => string) => async (site: Site): Promise<string> => path(await aBoard(site));

export const SHIFT_STOPS: readonly Stop[] = [
  {
    page: '/torns',
    who: 'member',
    async open(site) {
      await aShift(site, await anEvent(site));
      return '/torns';
    },
  },
  {
    page: '/torns',
    who: 'member',
    async open(site: Site, _page: Page, email: string) {
      const member = await site.db.query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      await accept(site, await aShift(site, await anEvent(site)), member);
      return '/torns';
    },
    only: /llevar/,
  },
];

export const SHIFT_ADMIN_STOPS: readonly Stop[] = [
  { page: '/admin/torns', who: 'admin' },
  { page: '/admin/torns/:eventId', who: 'admin', open: board(({ eventId }) => `/admin/torns/${eventId}`), fill: { email: 'soci@comboi.test', starts: '18:00', ends: '19:00', places: '2' } },
  { page: '/admin/torns/:eventId/imprimir', who: 'admin', open: board(({ eventId }) => `/admin/torns/${eventId}/imprimir`) },
  { page: '/admin/torns/:eventId/:shiftId', who: 'admin', open: board(({ eventId, shift }) => `/admin/torns/${eventId}/${shift}`) },
];
