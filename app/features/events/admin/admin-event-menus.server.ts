import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { retypedForm } from '#app/design/admin-kit/server/parse-form.server.ts';
import { readPastedMenu } from '#app/domain/food/pasted-menu.ts';
import { daysBetween, formatDate } from '#app/domain/time/dates.ts';

import { changedMenuFields } from './changed-menu-fields.ts';
import { eventAt } from './edited-event.server.ts';
import { menuForm } from './event-forms.ts';
import { isWritten } from './form-values.ts';
import type { MenuSectionInput } from './menu-tools/menu-rows.tsx';
import { NO_DISH_FOUND } from './menu-tools/menu-paste-words.ts';
import { listEventNames, saveEvent } from './service.server.ts';

export const loader = adminLoader('admin', async (request) => {
  const event = await eventAt(request);
  if (event === null) return null;
  const sources = (await listEventNames(request.deps)).filter(({ id }) => id !== event.id).map(({ id, title, date }) => ({ id, text: `${title} (${formatDate(date)})`, isLastYears: isAYearBefore({ title, date }, event) }));
  return { event, sources };
});

const ABOUT_A_YEAR = { least: 300, most: 430 };

function isAYearBefore(one: { title: string; date: string }, event: { title: string; date: string }): boolean {
  const days = daysBetween(one.date, event.date);
  return one.title.trim().toLowerCase() === event.title.trim().toLowerCase() && days >= ABOUT_A_YEAR.least && days <= ABOUT_A_YEAR.most;
}

/** Without scripts a pasted menu is read here, into the form that comes back; nothing is stored yet. */
function withPastedMenu(sent: FormData, pasted: string): ReturnType<typeof retypedForm> {
  const { sections, options } = readPastedMenu(pasted);
  if (sections.length + options.length === 0) return retypedForm(sent, (typed) => typed, { pasted: [NO_DISH_FOUND] });
  return retypedForm(sent, ({ pasted: _read, ...typed }) => ({ ...typed, sections: [...listOf(typed['sections']).filter(isWritten), ...sections], options: [...listOf(typed['options']), ...options] }));
}

function listOf(typed: unknown): MenuSectionInput[] {
  return Array.isArray(typed) ? typed : [];
}

export const action = adminAction({
  right: 'admin',
  record: eventAt,
  touches: { '*': 'event' },
  intents: {
    async '*'({ deps, staff, record: { id: eventId }, sent, text, parse, answer, done }) {
      if (text('paste') !== '') return withPastedMenu(sent, text('pasted'));
      const { version, ...menu } = parse(menuForm);
      return answer(await saveEvent(deps, staff, { eventId, version: Number(version), menu }), {
        done: () => done('/admin', 'Menús guardats.'),
        conflict: ({ current }) => ({ version: String(current.version), changes: changedMenuFields(current, menu) }),
      });
    },
  },
});
