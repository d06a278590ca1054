import type { MailArchive } from './mail-archive.server.ts';
import type { Mailer, MailOutcome } from './mailer.server.ts';

export function fileMailer(archive: MailArchive): Mailer {
  return {
    perSecond: null,
    async send(mail): Promise<MailOutcome> {
      try {
        await archive.keep(mail);
        return { sent: true };
      } catch (error) {
        return { sent: false, permanent: false, isUncertain: false, failure: 'unknown', reason: String(error) };
      }
    },
    close: () => Promise.resolve(),
  };
}

export function archivingMailer(mailer: Mailer, archive: MailArchive, onLost: (error: unknown) => void): Mailer {
  return {
    perSecond: mailer.perSecond,
    async send(mail): Promise<MailOutcome> {
      const outcome = await mailer.send(mail);
      // A mail that left is sent, whatever becomes of the copy.
      if (outcome.sent) await archive.keep(mail).catch(onLost);
      return outcome;
    },
    close: () => mailer.close(),
  };
}
