import { z } from 'zod';

import { countField, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { MAX_GROUP_NAME } from '#app/domain/groups/event-group.ts';

import { deleteGroup, editGroup, mergeGroups, moveOrderToGroup, readGroupOverview } from './service.server.ts';

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const eventId = parseEventId(param('eventId'));
  return eventId === null ? null : readGroupOverview(deps, staff, eventId);
});

const MOST_PLACES = 1_000;
const groupForm = z.object({ group: z.string(), name: textField({ required: 'Escriu el nom de la colla', max: MAX_GROUP_NAME }), places: countField({ min: 0, max: MOST_PLACES, required: 'Escriu quantes places' }) });

const GONE = 'Esta colla ja no hi és: mira com ha quedat la llista.';

export const action = adminAction({
  right: 'admin',
  record: async ({ param }) => parseEventId(param('eventId')),
  touches: { edit: 'event', merge: 'event', move: 'event', delete: 'event' },
  intents: {
    async edit({ deps, staff, record: eventId, parse, answer, done, refuse }) {
      const { group, name, places } = parse(groupForm);
      return answer(await editGroup(deps, staff, { eventId, groupId: group, name, maxPlaces: places }), { done: () => done(`/admin/colles/${eventId}`, 'Colla guardada.'), not_found: () => refuse(GONE) });
    },
    async merge({ deps, staff, record: eventId, text, answer, done, refuse }) {
      return answer(await mergeGroups(deps, staff, { eventId, from: text('group'), into: text('into') }), {
        done: () => done(`/admin/colles/${eventId}`, "Colles ajuntades: l'enllaç de les dos val."),
        not_found: () => refuse('Tria amb quina colla, d\'estes que hi ha ara.'),
      });
    },
    async move({ deps, staff, record: eventId, text, done, refuse }) {
      const outcome = await moveOrderToGroup(deps, staff, { eventId, orderNumber: text('order'), code: text('code') });
      if (outcome === 'done') return done(`/admin/colles/${eventId}`, 'Comanda moguda de colla.');
      if (outcome === 'not_found') return refuse(`No hi ha cap comanda pagada amb el número «${text('order')}» en este acte.`);
      return refuse(outcome === 'full' ? 'No hi caben tots: dona-li més places a la colla i torna-ho a provar.' : GONE);
    },
    async delete({ deps, staff, record: eventId, text, answer, done, refuse }) {
      return answer(await deleteGroup(deps, staff, { eventId, groupId: text('group') }), { done: () => done(`/admin/colles/${eventId}`, 'Colla esborrada: la seua gent té el tiquet, sense colla.'), not_found: () => refuse(GONE) });
    },
  },
});
