import { isDatabaseDiskFull, type Query } from '#app/platform/adapters/db/database.server.ts';
import { diskSpace, fullDisk } from '#app/platform/adapters/full-disk.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { writeIntoFreeSpace } from './store.server.ts';

const LEAST_FREE_BYTES = 16 * 1024 * 1024;
const LASTS_MS = 60_000;

interface Notices {
  /** As read while the database could be read. */
  recipients: readonly string[];
  /** Who was sent the present alarm. */
  notified: Map<string, Date>;
}

const diskNotices = stateKey<Notices>('notices of a full disk');

export function openDiskNotices(): OpenedState {
  return diskNotices.opened({ recipients: [], notified: new Map() });
}

export function rememberRecipients({ state }: Pick<Deps, 'state'>, recipients: readonly string[]): void {
  state.get(diskNotices).recipients = recipients;
}

/** Ends by itself once there is room again. */
export async function watchFullDisk(deps: Deps): Promise<void> {
  const full = deps.state.get(fullDisk);
  const space = await diskSpace(deps.env.dataDir);
  if (space !== null && space.freeBytes < LEAST_FREE_BYTES) full.note(deps.clock.now());
  else if (full.since() !== null && (await hasRoom(deps.db.query))) full.end();
  await notify(deps, full.since());
}

/** A database that does not answer has not shown that it has room. */
async function hasRoom(query: Query): Promise<boolean> {
  return writeIntoFreeSpace(query).then(
    () => true,
    (error: unknown) => {
      if (isDatabaseDiskFull(error)) return false;
      throw error;
    },
  );
}

/** By each process, past the outbox: a row could not be written. */
async function notify(deps: Deps, since: Date | null): Promise<void> {
  const { recipients, notified } = deps.state.get(diskNotices);
  const now = deps.clock.now();
  if (since !== null && now.getTime() - since.getTime() >= LASTS_MS) {
    for (const to of recipients) {
      if (!notified.has(to) && (await send(deps, { to, since, overAt: null }))) notified.set(to, since);
    }
  }
  if (since !== null) return;
  for (const [to, began] of notified) {
    notified.delete(to);
    await send(deps, { to, since: began, overAt: now });
  }
}

async function send(deps: Deps, { to, since, overAt }: { to: string; since: Date; overAt: Date | null }): Promise<boolean> {
  const detail = { alarm: 'disk_full' as const, facts: {}, since: since.toISOString(), overAt: overAt && overAt.toISOString() };
  const { alarmMail } = await import('./mails/alarm-mail.server.tsx');
  const written = await alarmMail(detail, { from: await deps.settings.current(), publicUrl: deps.env.publicUrl });
  const outcome = await deps.mailer.send({ id: deps.ids.uuid(), to, ...written, attachments: [] });
  if (!outcome.sent) deps.log.error({ alarm: 'disk_full', failure: outcome.failure }, 'an alarm could not be mailed');
  return outcome.sent;
}
