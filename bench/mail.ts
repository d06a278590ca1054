/** How long tickets take to draw and mails to leave, beside the compression of a megabyte in the same run. `node bench/mail.ts`. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';

import { createTransport } from 'nodemailer';
import { createServer } from 'vite';

import { ISSUER } from '#tests/support/site/an-issuer.ts';
import { composeMessage, parseSender } from '#app/platform/adapters/mail/mail-message.server.ts';
import { smtpMailer } from '#app/platform/adapters/mail/smtp-mailer.server.ts';
import { ticketPng } from '#app/design/ticket-rendering/png/ticket-png.server.ts';
import { ticketsPdf } from '#app/design/ticket-rendering/pdf/ticket-pdf.server.ts';
import { renderTicketsPdf, renderTicketPng } from '#app/design/ticket-rendering/ticket-renderer.server.ts';
import { aSmtpServer } from '#tests/support/smtp/smtp-server.ts';

import type * as Samples from '../scripts/mail-samples.ts';

const ROUNDS = 15;
const MAILS = 100;
const CONCURRENCY = 4;
const RUSH = 30;
const OUTBOX_LOOPS = 3;
const TODAY = '2027-02-20';
const FROM = 'Comboi <comboi@comboi.test>';
const FACTS = { eventTitle: 'Sopar de Germanor', eventImage: '🥘', dateText: '15 de març, 2027', time: '21:00', location: 'Casal, carrer Major 7' };

const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false, watch: null }, appType: 'custom', logLevel: 'error' });
try {
  await measure((await vite.ssrLoadModule('/scripts/mail-samples.ts')) as typeof Samples);
} finally {
  await vite.close();
}

async function measure({ sampleMails, sampleTickets, ticketsSample }: typeof Samples): Promise<void> {
  const tickets = sampleTickets(4, FACTS);
  const madeAt = new Date(`${TODAY}T12:00:00Z`);
  const noise = Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => ((index * 2_654_435_761) >>> 13) & 0xff));
  const reference = await median(() => Promise.resolve(gzipSync(noise)));
  const [number, url] = ['ORD-1795217000-4821', 'https://comboi.example/payment-success'];
  const order = { ...FACTS, orderNumber: number, orderUrl: url, holds: 'order' as const, holdings: [{ number, url }] };
  const whole = await median(() => ticketsSample('mail', { order, tickets, madeAt, date: '2027-03-15' }));
  report('a megabyte compressed (the reference)', reference, reference);
  report('a ticket drawn', await median(() => ticketPng(tickets[0]!, ISSUER)), reference);
  report('four tickets printed as PDF', await median(() => ticketsPdf({ title: 'Tiquets', tickets, madeAt, issuer: ISSUER })), reference);
  report('the mail of four tickets, drawn and written', whole, reference);
  const write = (): Promise<unknown> => ticketsSample('mail', { order, tickets, madeAt, date: '2027-03-15' });
  await reportRush('mails of four tickets written by the press', write);
  await reportRush('their pictures and documents alone, by the press', () => Promise.all([...tickets.map((ticket) => renderTicketPng(ticket, ISSUER)), renderTicketsPdf({ title: 'Tiquets', tickets, madeAt, issuer: ISSUER })]));
  await reportRush('the same on the server\'s own thread', () => Promise.all([...tickets.map((ticket) => ticketPng(ticket, ISSUER)), ticketsPdf({ title: 'Tiquets', tickets, madeAt, issuer: ISSUER })]));

  const mail = (await sampleMails(TODAY)).find(({ name }) => name === 'tiquets')!;
  const message = composeMessage({ ...mail, id: mail.name }, parseSender(FROM));
  const composed = await createTransport({ streamTransport: true, buffer: true }).sendMail(message!);
  console.log(`bytes of that mail: ${(composed.message as Buffer).byteLength}`);
  for (const { filename, content } of mail.attachments) console.log(`  ${filename}: ${content.byteLength}`);
  console.log(`such mails handed to a mail server, without a cap: ${(await handedOver(mail)).toFixed(0)} a second`);
}

async function reportRush(what: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: OUTBOX_LOOPS }, async () => {
      while ((next += 1) <= RUSH) await work();
    }),
  );
  delay.disable();
  const seconds = (performance.now() - startedAt) / 1000;
  const [p99, most] = [delay.percentile(99), delay.max].map((nanoseconds) => (nanoseconds / 1e6).toFixed(1));
  console.log(`${what}: ${(RUSH / seconds).toFixed(1)} a second; event loop delay p99 ${p99} ms, at most ${most} ms`);
}

async function handedOver(mail: Samples.SampleMail): Promise<number> {
  const smtp = await aSmtpServer();
  const mailer = smtpMailer({ url: `${smtp.url}?rateLimit=100000`, mailFrom: FROM });
  const startedAt = performance.now();
  let next = 0;
  async function worker(): Promise<void> {
    while (next < MAILS) {
      next += 1;
      const outcome = await mailer.send({ ...mail, id: `bench-${next}` });
      if (!outcome.sent) throw new Error(outcome.reason);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, () => worker()));
  const seconds = (performance.now() - startedAt) / 1000;
  await mailer.close();
  await smtp.close();
  return MAILS / seconds;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
}

function report(what: string, ms: number, reference: number): void {
  console.log(`${what}: ${ms.toFixed(1)} ms, ${(ms / reference).toFixed(2)} times the reference`);
}
