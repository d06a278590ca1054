import type { Deps } from '#app/platform/deps.server.ts';
import { enqueueMails } from '#app/features/mail/service.server.ts';

import type { AlarmMailDetail } from './mails/alarm-mail.server.tsx';
import { rememberRecipients } from './full-disk.server.ts';
import { readHealth, problemsIn } from './service.server.ts';
import { type Alarm, markAnnounced, removeGone, noteProblems, selectAdminAddresses } from './store.server.ts';

const MINUTE_MS = 60_000;
/** A problem shorter than this raises no alarm, such as a job that runs late after a start. */
const LASTS_MS = 3 * MINUTE_MS;
/** A problem that no process has seen for so long is over. */
const GONE_AFTER_MS = 5 * MINUTE_MS;

/** Any number of processes may call it: each problem is announced once, and its end once. */
export async function raiseAlarms(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const problems = problemsIn(await readHealth(deps), now);
  const recipients = await recipientsOf(deps, () => selectAdminAddresses(deps.db.query));
  rememberRecipients(deps, recipients);
  const goneBefore = new Date(now.getTime() - GONE_AFTER_MS);
  const announced = await deps.db.inTransaction(async (tx) => {
    await noteProblems(tx, problems, { now, goneBefore });
    const begun = await markAnnounced(tx, { now, sinceBefore: new Date(now.getTime() - LASTS_MS) });
    const over = await removeGone(tx, goneBefore);
    const news = [...begun.map((alarm) => toDetail(alarm, null)), ...over.map((alarm) => toDetail(alarm, now))];
    if (news.length > 0) {
      await enqueueMails(tx, news.flatMap((detail) => recipients.map((recipient) => ({ id: deps.ids.uuid(), kind: 'alarm', cause: 'alarm' as const, orderId: null, recipient, detail: { ...detail }, now }))));
    }
    return news;
  });
  for (const { alarm, facts, overAt } of announced) {
    if (overAt === null) deps.log.error({ alarm, facts }, 'an alarm');
    else deps.log.info({ alarm }, 'an alarm is over');
  }
}

function toDetail({ kind, facts, since }: Alarm, overAt: Date | null): AlarmMailDetail {
  return { alarm: kind, facts, since: since.toISOString(), overAt: overAt && overAt.toISOString() };
}

/** The demo's admin address is invented, so no mail goes there. */
async function recipientsOf({ env }: Deps, admins: () => Promise<string[]>): Promise<string[]> {
  if (env.alarmMail !== null) return [env.alarmMail];
  return env.demo ? [] : admins();
}
