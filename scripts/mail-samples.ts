import { ASSOCIATION } from '#app/domain/association.ts';
import { DEFAULT_TEXTS } from '#app/domain/site/settings.ts';
import { addDays, formatDate } from '#app/domain/time/dates.ts';
import { addressChangedMailTemplate } from '#app/features/sign-in/mails/address-changed-mail.server.ts';
import { passwordChangedMailTemplate } from '#app/features/sign-in/mails/password-changed-mail.server.ts';
import { secondFactorMailTemplate } from '#app/features/second-factor/mails/second-factor-mail.server.ts';
import { invitationMailTemplate, newAddressMailTemplate, passwordInsteadMailTemplate, resetMailTemplate, signInLinkMailTemplate } from '#app/features/sign-in/mails/link-mail.server.tsx';
import type { RenderedMail } from '#app/features/mail/service.server.ts';
import { eventCalendar } from '#app/design/ticket-rendering/event-calendar.server.ts';
import type { HoldingFacts, OrderFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { announcementMailTemplate } from '#app/features/announcements/mails/announcement-mail.server.tsx';
import { eventChangedMailTemplate } from '#app/features/tickets/mails/event-changed-mail.server.tsx';
import { eventWithdrawnMailTemplate } from '#app/features/tickets/mails/event-withdrawn-mail.server.tsx';
import { lostTicketMailTemplate } from '#app/features/tickets/mails/lost-ticket-mail.server.tsx';
import { refundMailTemplate } from '#app/features/tickets/mails/refund-mail.server.tsx';
import { myDataMailTemplate } from '#app/features/personal-data/mails/my-data-mail.server.tsx';
import { reminderMailTemplate } from '#app/features/reminders/mails/reminder-mail.server.tsx';
import { SHIFT_MAILS } from '#app/features/shifts/mails/about.ts';
import { shiftMailTemplate } from '#app/features/shifts/mails/shift-mail.server.tsx';
import { tablesMailTemplate } from '#app/features/seating/mails/tables-mail.server.tsx';
import { waitingMailTemplate } from '#app/features/waiting-list/mails/waiting-mail.server.tsx';
import { ticketsMailTemplate } from '#app/features/tickets/mails/tickets-mail.server.tsx';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { renderTicketsPdf, renderTicketPng } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

import { ISSUER } from '#tests/support/site/an-issuer.ts';
import { EVENTS, PEOPLE } from '../db/cast.ts';
import { datesOf } from '../db/cast-dates.ts';

export interface SampleMail extends RenderedMail {
  name: string;
  to: string;
}

const SITE = new URL('https://comboi.example');
const SITE_SETTINGS = { association: ASSOCIATION, texts: DEFAULT_TEXTS, embedSite: null };
const ORDER_NUMBER = 'ORD-1795217000-4821';
const ORDER_URL = new URL('/payment-success?order_id=6f1c0c5e-0000-4000-8000-000000000001', SITE).href;
const [EVENT] = EVENTS;
const MEMBER = PEOPLE[2];
const WORDS = 'El vent no ens deixa muntar la carpa.\n\nHo sentim molt: vos esperem a la pròxima.';

export async function sampleMails(today: string): Promise<SampleMail[]> {
  const { date, order, anotherDay, link, waiting, message, taken, reminder, shift, files } = sampleFacts(today);
  const plain = (name: string, words: Omit<RenderedMail, 'attachments'>): SampleMail => ({ name, to: MEMBER.email, ...words, attachments: [] });
  return [
    await ticketsSample('tiquet', { order, tickets: sampleTickets(1, order), ...files }),
    await ticketsSample('tiquets', { order, tickets: sampleTickets(4, order), ...files }),
    plain('devolucio-pagament-tard', await refundMailTemplate({ ...order, amount: 3700, owedAtTill: 0, wasAll: true, reason: 'late_payment', words: null }, SITE_SETTINGS)),
    plain('devolucio-segon-pagament', await refundMailTemplate({ ...order, amount: 3700, owedAtTill: 0, wasAll: true, reason: 'second_payment', words: null }, SITE_SETTINGS)),
    plain('devolucio-acte-cancellat', await refundMailTemplate({ ...order, amount: 3700, owedAtTill: 0, wasAll: true, reason: 'event_cancelled', words: WORDS }, SITE_SETTINGS)),
    plain('devolucio', await refundMailTemplate({ ...order, amount: 1850, owedAtTill: 1600, wasAll: false, reason: 'requested', words: null }, SITE_SETTINGS)),
    plain('acte-cancellat', await eventWithdrawnMailTemplate({ ...order, owedAtTill: 0, wasFree: true, words: null, ended: 'withdrawn' }, SITE_SETTINGS)),
    plain('acte-cancellat-taquilla', await eventWithdrawnMailTemplate({ ...order, owedAtTill: 3700, wasFree: false, words: WORDS, ended: 'withdrawn' }, SITE_SETTINGS)),
    plain('canvi-de-data', await eventChangedMailTemplate({ ...order, before: { when: anotherDay }, words: WORDS, choice: { untilText: formatDate(addDays(date, -2)), url: new URL('/canvi-de-plans', SITE).href }, enclosed: 2, used: 1, unreachable: 1 }, SITE_SETTINGS)),
    plain('avis', await announcementMailTemplate(message, SITE_SETTINGS)),
    plain('avis-tiquet-donat', await announcementMailTemplate({ ...message, ...taken }, SITE_SETTINGS)),
    plain('acte-cancellat-tiquet-donat', await eventWithdrawnMailTemplate({ ...taken, owedAtTill: 0, wasFree: true, words: WORDS, ended: 'withdrawn' }, SITE_SETTINGS)),
    plain('tiquet-donat-tornat', await eventWithdrawnMailTemplate({ ...taken, owedAtTill: 0, wasFree: true, words: null, ended: 'given_back' }, SITE_SETTINGS)),
    plain('tiquet-donat-anullat', await eventWithdrawnMailTemplate({ ...taken, owedAtTill: 0, wasFree: true, words: null, ended: 'cancelled' }, SITE_SETTINGS)),
    plain('canvi-tiquet-donat', await eventChangedMailTemplate({ ...taken, before: { when: anotherDay }, words: WORDS, choice: null, enclosed: 1, used: 0, unreachable: 0 }, SITE_SETTINGS)),
    plain('canvi-de-lloc', await eventChangedMailTemplate({ ...order, before: { place: 'Carpa del Port' }, words: null, choice: null, enclosed: 2, used: 0, unreachable: 0 }, SITE_SETTINGS)),
    plain('canvi-de-tot', await eventChangedMailTemplate({ ...order, before: { when: anotherDay, place: 'Carpa del Port' }, words: null, choice: null, enclosed: 2, used: 0, unreachable: 0 }, SITE_SETTINGS)),
    plain('tiquet-perdut', await lostTicketMailTemplate({ linkUrl: link, ticketCount: 4 }, SITE_SETTINGS)),
    plain('taules', await tablesMailTemplate({ ...order, tables: 'Taules 7 i 8', tickets: [{ ticketNumber: `${order.orderNumber}-T1`, table: 7, before: null }, { ticketNumber: `${order.orderNumber}-T2`, table: 8, before: 5 }] }, SITE_SETTINGS)),
    plain('espera-confirmar', await waitingMailTemplate({ ...waiting, about: { kind: 'confirm' } }, SITE_SETTINGS)),
    plain('espera-apuntat', await waitingMailTemplate({ ...waiting, about: { kind: 'joined', position: 4 } }, SITE_SETTINGS)),
    plain('espera-oferta', await waitingMailTemplate({ ...waiting, about: { kind: 'offer', until: `${order.dateText} a les 21:04` } }, SITE_SETTINGS)),
    plain('espera-caducada', await waitingMailTemplate({ ...waiting, about: { kind: 'expired' } }, SITE_SETTINGS)),
    plain('espera-llevat', await waitingMailTemplate({ ...waiting, about: { kind: 'removed' } }, SITE_SETTINGS)),
    plain('espera-acabada', await waitingMailTemplate({ ...waiting, about: { kind: 'ended', why: 'sale_over' } }, SITE_SETTINGS)),
    plain('contrasenya', await resetMailTemplate({ name: MEMBER.name, url: link }, SITE_SETTINGS)),
    plain('invitacio', await invitationMailTemplate({ name: MEMBER.name, url: link }, SITE_SETTINGS)),
    plain('correu-nou', await newAddressMailTemplate({ name: MEMBER.name, url: link }, SITE_SETTINGS)),
    plain('correu-canviat', await addressChangedMailTemplate({ changedAt: files.madeAt, siteUrl: SITE.href }, SITE_SETTINGS)),
    plain('dos-passos', await secondFactorMailTemplate({ kind: 'second_factor_on', name: MEMBER.name, at: files.madeAt, forgotUrl: new URL('/forgot-password', SITE).href }, SITE_SETTINGS)),
    plain('clau-afegida', await secondFactorMailTemplate({ kind: 'passkey_added', name: MEMBER.name, at: files.madeAt, forgotUrl: new URL('/forgot-password', SITE).href }, SITE_SETTINGS)),
    plain('clau-esborrada', await secondFactorMailTemplate({ kind: 'passkey_removed', name: MEMBER.name, at: files.madeAt, forgotUrl: new URL('/forgot-password', SITE).href }, SITE_SETTINGS)),
    plain('contrasenya-canviada', await passwordChangedMailTemplate({ name: MEMBER.name, changedAt: files.madeAt, forgotUrl: new URL('/forgot-password', SITE).href }, SITE_SETTINGS)),
    plain('enllac-entrar', await signInLinkMailTemplate({ name: MEMBER.name, url: link }, SITE_SETTINGS)),
    plain('enllac-contrasenya', await passwordInsteadMailTemplate({ name: MEMBER.name, url: link }, SITE_SETTINGS)),
    plain('meues-dades', await myDataMailTemplate({ linkUrl: link }, SITE_SETTINGS)),
    plain('recordatori', await reminderMailTemplate(reminder, SITE_SETTINGS)),
    plain('recordatori-donat', await reminderMailTemplate({ ...reminder, tickets: reminder.tickets.slice(0, 1), isTaken: true, transferUrl: null }, SITE_SETTINGS)),
    ...(await Promise.all(SHIFT_MAILS.map(async (about) => plain(`torn-${about}`, await shiftMailTemplate({ ...shift, about }, SITE_SETTINGS))))),
  ];
}

function sampleFacts(today: string) {
  const date = datesOf(EVENT!, today).eventDate;
  const order: OrderFacts = {
    orderNumber: ORDER_NUMBER,
    orderUrl: ORDER_URL,
    holds: 'order',
    holdings: [{ number: ORDER_NUMBER, url: ORDER_URL }],
    eventTitle: EVENT!.title,
    eventImage: EVENT!.image,
    dateText: formatDate(date),
    time: EVENT!.time,
    location: EVENT!.location,
  };
  const anotherDay = { text: `${formatDate(addDays(date, -7))}, 20:30`, isSameDay: false };
  const link = new URL('/tiquet-perdut/obrir?codi=ABCDEFGHIJKLMNOPQRSTUVWXYZ', SITE).href;
  const waiting = { ...order, places: 3, url: new URL('/avisam/lloc?codi=6f1c0c5e-0000-4000-8000-000000000002.signatura', SITE).href };
  const message = { ...order, subject: 'Porteu una cadira', body: WORDS };
  const taken: HoldingFacts = { ...order, holds: 'received', holdings: [{ number: `${ORDER_NUMBER}-T2`, url: new URL('/regal/tiquet?clau=6f1c0c5e-0000-4000-8000-000000000003.signatura', SITE).href }] };
  const reminder = {
    ...order,
    isToday: false,
    mapUrl: 'https://www.openstreetmap.org/search?query=Casal',
    tickets: [7, 8].map((table, at) => ({ ticketNumber: `${order.orderNumber}-T${at + 1}`, table, dishes: ['Paella valenciana', 'Arnadí'] })),
    isTaken: false,
    transferUrl: new URL('/donar-tiquet', SITE).href,
    termsUrl: new URL('/condicions', SITE).href,
    dishesUntilText: `${order.dateText} a les 12:00`,
  };
  const shift = { ...order, kind: 'door' as const, date, isToday: false, starts: '20:30', ends: '22:30', note: 'Quedem al casal un quart abans.', url: new URL('/torns', SITE).href };
  const files = { madeAt: new Date(`${today}T12:00:00Z`), date };
  return { date, order, anotherDay, link, waiting, message, taken, reminder, shift, files };
}

export function sampleTickets(count: number, facts: Pick<PrintableTicket, 'eventTitle' | 'eventImage' | 'dateText' | 'time' | 'location'>): PrintableTicket[] {
  return Array.from({ length: count }, (_, index) => ({
    eventTitle: facts.eventTitle,
    eventImage: facts.eventImage,
    dateText: facts.dateText,
    time: facts.time,
    location: facts.location,
    id: 'ABCDEFGH'[index % 8]!.repeat(26),
    ticketNumber: `${ORDER_NUMBER}-T${index + 1}`,
    userRole: 'public',
    price: 1850,
    menu: EVENT!.sections.map((section) => {
      const { name, emoji } = section.items[index % section.items.length]!;
      return { sectionId: section.name, sectionName: section.name, items: [{ id: name, name, emoji, price: 1800 }] };
    }),
    extras: EVENT!.options.slice(0, index < 2 ? 1 : 0).map(({ name, emoji }) => ({ id: name, name, emoji, price: 50 })),
  }));
}

export async function ticketsSample(
  name: string,
  sample: { order: OrderFacts; tickets: PrintableTicket[]; madeAt: Date; date: string },
): Promise<SampleMail> {
  const { order, tickets, madeAt, date } = sample;
  const mailed = tickets.map((ticket) => ({ ...ticket, contentId: `${ticket.ticketNumber}@comboi`, walletLinks: [] }));
  const calendar = await eventCalendar({
    id: 1, version: 1, title: order.eventTitle, description: EVENT!.description, eventDate: date, eventTime: order.time, eventEndTime: null, location: order.location, publicUrl: SITE, association: ASSOCIATION, stamp: madeAt,
  });
  return {
    name,
    to: MEMBER.email,
    ...(await ticketsMailTemplate({ ...order, email: MEMBER.email, event: { ...EVENT!, date }, pictureUrl: null, total: tickets.length * 1850, discount: null, tickets: mailed }, SITE_SETTINGS)),
    attachments: [
      ...(await Promise.all(mailed.map(async (ticket) => ({ filename: `ticket-${ticket.ticketNumber}.png`, contentType: 'image/png', content: await renderTicketPng(ticket, ISSUER), contentId: ticket.contentId })))),
      { filename: `tiquets-${ORDER_NUMBER}.pdf`, contentType: 'application/pdf', content: await renderTicketsPdf({ title: `Tiquets ${ORDER_NUMBER}`, tickets, madeAt, issuer: ISSUER }) },
      { filename: 'acte.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: Buffer.from(calendar) },
    ],
  };
}
