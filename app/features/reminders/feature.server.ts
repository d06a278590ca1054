import type { Feature } from '#app/feature.server.ts';
import { quietUntil } from '#app/domain/mail/reminder.ts';

import { enqueueDueReminders, renderReminderMail } from './service.server.ts';
import { deleteRemindersBefore } from './store.server.ts';
import { tables } from './tables.ts';

const LOOK_EVERY_MS = 5_000;

export const reminders: Feature = {
  jobs: ({ deps }) => [{ name: 'reminders', title: "Recordar els actes de l'endemà", everyMs: LOOK_EVERY_MS, round: () => enqueueDueReminders(deps) }],
  forgets: [{ title: 'Oblidar recordatoris enviats', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => deleteRemindersBefore(query, day) }],
  mailTemplates: [{ kind: 'reminder', name: 'Recordatori', inHistory: "Recordatori de l'acte", render: renderReminderMail, waitsUntil: quietUntil }],
  tables,
};
