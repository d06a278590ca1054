import { quietUntil } from '#app/domain/mail/reminder.ts';
import type { Feature } from '#app/feature.server.ts';

import { countRequests } from './admin/service.server.ts';
import { calls } from './api.server.ts';
import { renderShiftMail } from './mails/shift-mails.server.ts';
import { personalData } from './personal-data.server.ts';
import { erasePeopleOfShiftsBefore } from './store.server.ts';
import { tables } from './tables.ts';
import { remindOfShifts, notifyOfChanges } from './notices.server.ts';

const NOTIFY_EVERY_MS = 5_000;
const REMIND_EVERY_MS = 60_000;
const RETENTION_DAYS = 90;

export const shifts: Feature = {
  calls,
  waiting: [{ page: '/admin/torns', count: countRequests }],
  jobs: ({ deps }) => [
    { name: 'shift changes', title: 'Avisar de canvis de torns', everyMs: NOTIFY_EVERY_MS, round: (ending) => notifyOfChanges(deps, ending) },
    { name: 'shift reminders', title: 'Recordar els torns de demà', everyMs: REMIND_EVERY_MS, round: () => remindOfShifts(deps) },
  ],
  forgets: [{ title: 'Oblidar qui va fer cada torn', after: { days: RETENTION_DAYS, of: "de l'acte" }, delete: (query, { day }) => erasePeopleOfShiftsBefore(query, day) }],
  mailTemplates: [
    { kind: 'shift', name: 'Torns', render: renderShiftMail },
    { kind: 'shift_reminder', name: 'Recordatori de torn', render: renderShiftMail, waitsUntil: quietUntil },
  ],
  auditWords: {
    actions: {
      'shift.made': 'Torn creat',
      'shift.changed': 'Torn canviat',
      'shift.deleted': 'Torn esborrat',
      'shift.taken': 'Torn agafat',
      'shift.asked': 'Torn demanat',
      'shift.left': 'Torn deixat',
      'shift.accepted': 'Torn acceptat',
      'shift.assigned': 'Torn assignat',
      'shift.turned_down': 'Torn no acceptat',
      'shift.removed': 'Torn llevat',
    },
  },
  personalData,
  tables,
};
