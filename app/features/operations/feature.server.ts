import type { Feature } from '#app/feature.server.ts';
import type { MailToWrite, RenderedMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { raiseAlarms } from './alarms.server.ts';
import { openDiskNotices, watchFullDisk } from './full-disk.server.ts';
import { countAlarms, forgotten, openRunsSince, withJobTitles } from './service.server.ts';
import { checkSiteCertificate, openSiteCertificate } from './site-certificate.server.ts';
import { tables } from './tables.ts';

const LOOK_EVERY_MS = 60_000;
const LOOK_AT_DISK_EVERY_MS = 10_000;
const LOOK_AT_CERTIFICATE_EVERY_MS = 6 * 3_600_000;

export const operations: Feature = {
  waiting: [{ page: '/admin/estat', count: countAlarms }],
  open: (deps, { forgets }) => [openDiskNotices(), openSiteCertificate(), openRunsSince(deps), forgotten.opened(forgets)],
  jobs: ({ deps }) => [
    { name: 'alarms', title: 'Vigilar el funcionament', everyMs: LOOK_EVERY_MS, round: () => raiseAlarms(deps) },
    { name: 'full disk', title: 'Vigilar si queda espai al disc', everyMs: LOOK_AT_DISK_EVERY_MS, round: () => watchFullDisk(deps) },
    { name: 'certificate', title: 'Mirar fins quan val el certificat', everyMs: LOOK_AT_CERTIFICATE_EVERY_MS, round: () => checkSiteCertificate(deps) },
  ],
  mailTemplates: [{ kind: 'alarm', name: 'Avís de funcionament', render: renderAlarm }],
  tables,
};

async function renderAlarm(deps: Deps, mail: MailToWrite): Promise<RenderedMail> {
  const { alarmMail, alarmMailDetail } = await import('./mails/alarm-mail.server.tsx');
  const { facts, ...detail } = alarmMailDetail.parse(mail.detail);
  const written = await alarmMail({ ...detail, facts: withJobTitles(deps, facts) }, { from: await deps.settings.current(), publicUrl: deps.env.publicUrl });
  return { ...written, attachments: [] };
}
