import { examine } from '#app/features/doctor/doctor.server.ts';

import { type Site, startSite } from '../site/site.ts';
import { aSmtpServer, type ReceivedMail, type TestSmtp } from '../smtp/smtp-server.ts';
import { carrierTo, stripeEnv } from './stripe-online.ts';
import { type StripeServer, stripeServer } from './stripe-server.ts';

/** A running site that takes money through the Stripe-speaking server and sends its mail by SMTP. */
export interface StripeSite extends Site {
  stripe: StripeServer;
  smtp: TestSmtp;
}

const DAY_MS = 24 * 3_600_000;

/** Its end fails when our books are not in order, or not the same as Stripe's. */
export async function startStripeSite(): Promise<StripeSite> {
  const smtp = await aSmtpServer();
  const home: { url: string | null } = { url: null };
  const stripe = await stripeServer({ carrier: carrierTo(home) });
  const site = await startSite({ ...stripeEnv(stripe), SMTP_URL: smtp.url });
  home.url = site.url;

  async function doctor(): Promise<string[]> {
    const found = await examine({ db: site.db, payments: site.deps.payments, clock: site.clock }, { since: new Date(site.clock.now().getTime() - DAY_MS) });
    return found.map(({ rule, what, how }) => `${rule}: ${what} (${how})`);
  }

  return {
    ...site,
    stripe,
    smtp,
    async end() {
      const broken = await doctor();
      await site.end();
      await stripe[Symbol.asyncDispose]();
      await smtp.close();
      if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.join('\n')}`);
    },
  };
}

/** What a mail server took for somebody. */
export function postOf(site: StripeSite, address: string): ReceivedMail[] {
  return site.smtp.received.filter(({ recipients }) => recipients.includes(address));
}

/** How many tickets a mail brings as pictures. */
export function picturesOf(mail: ReceivedMail): number {
  return mail.email.attachments.filter(({ mimeType }) => mimeType === 'image/png').length;
}
