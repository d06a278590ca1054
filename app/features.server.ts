import type { AuditWords, DataWords, Feature, Gathered, PersonalData } from './feature.server.ts';
import { booklets } from './features/booklets/feature.server.ts';
import { calendarFeed } from './features/calendar-feed/feature.server.ts';
import { checkout } from './features/checkout/feature.server.ts';
import { adminMails } from './features/admin-mails/feature.server.ts';
import { adminOrders } from './features/admin-orders/feature.server.ts';
import { backups } from './features/backups/feature.server.ts';
import { door } from './features/door/feature.server.ts';
import { eveningPasses } from './features/evening-passes/feature.server.ts';
import { eventPictures } from './features/event-pictures/feature.server.ts';
import { announcements } from './features/announcements/feature.server.ts';
import { awards } from './features/awards/feature.server.ts';
import { events } from './features/events/feature.server.ts';
import { balance } from './features/balance/feature.server.ts';
import { closing } from './features/closing/feature.server.ts';
import { embed } from './features/embed/feature.server.ts';
import { exports } from './features/exports/feature.server.ts';
import { files } from './features/files/feature.server.ts';
import type { FileReaders } from './features/files/serving/service.server.ts';
import { groups } from './features/groups/feature.server.ts';
import { home } from './features/home/feature.server.ts';
import { kitchen } from './features/kitchen/feature.server.ts';
import { mail } from './features/mail/feature.server.ts';
import { members } from './features/members/feature.server.ts';
import { menuChanges } from './features/menu-changes/feature.server.ts';
import { needs } from './features/needs/feature.server.ts';
import { news } from './features/news/feature.server.ts';
import { operations } from './features/operations/feature.server.ts';
import { orderResult } from './features/order-result/feature.server.ts';
import { orders } from './features/orders/feature.server.ts';
import { payments } from './features/payments/feature.server.ts';
import { seating } from './features/seating/feature.server.ts';
import { secondFactor } from './features/second-factor/feature.server.ts';
import { personalDataFeature } from './features/personal-data/feature.server.ts';
import { reminders } from './features/reminders/feature.server.ts';
import { settings } from './features/settings/feature.server.ts';
import { shifts } from './features/shifts/feature.server.ts';
import { signIn } from './features/sign-in/feature.server.ts';
import { site } from './features/site/feature.server.ts';
import { programs } from './features/programs/feature.server.ts';
import { reports } from './features/reports/feature.server.ts';
import { till } from './features/till/feature.server.ts';
import { tickets } from './features/tickets/feature.server.ts';
import { uploadedPictures } from './features/uploaded-pictures/feature.server.ts';
import { vouchers } from './features/vouchers/feature.server.ts';
import { waitingList } from './features/waiting-list/feature.server.ts';
import type { MailTemplate } from './features/mail/service.server.ts';
import type { Forgotten } from './platform/adapters/jobs/retention.server.ts';
import type { Call } from './platform/http/calls.server.ts';
import { OLD_COUNTS } from './platform/http/guards/shared-counts.server.ts';

/** What the features bring to the server beside their pages (`features.ts`), by the names of their folders. */
export const FEATURES_BY_NAME: Readonly<Record<string, Feature>> = {
  'sign-in': signIn, 'second-factor': secondFactor, members, events, 'calendar-feed': calendarFeed, checkout, payments, orders, 'order-result': orderResult, tickets, door, 'evening-passes': eveningPasses, files, news, booklets, mail, 'admin-mails': adminMails, 'admin-orders': adminOrders, kitchen, 'menu-changes': menuChanges, needs,
  settings, till, exports, reports, balance, closing, embed, programs, home, 'event-pictures': eventPictures, 'uploaded-pictures': uploadedPictures, awards, backups, operations, 'waiting-list': waitingList, announcements, groups, seating, reminders, 'personal-data': personalDataFeature, vouchers, shifts, site,
};

export const FEATURES: readonly Feature[] = Object.values(FEATURES_BY_NAME);

export const FORGETS: readonly Forgotten[] = [...FEATURES.flatMap((feature) => feature.forgets ?? []), OLD_COUNTS];

export const CALLS: readonly Call[] = FEATURES.flatMap((feature) => feature.calls ?? []);

export const MAIL_TEMPLATES: readonly MailTemplate[] = FEATURES.flatMap((feature) => feature.mailTemplates ?? []);

export const PERSONAL_DATA: readonly PersonalData[] = FEATURES.flatMap((feature) => feature.personalData ?? []);

export const DATA_WORDS: Readonly<Record<string, DataWords>> = Object.assign({}, ...PERSONAL_DATA.map(({ words }) => words));

export const FILE_READERS: FileReaders = Object.assign({}, ...FEATURES.map((feature) => feature.fileReaders));

/** In the order in which their findings are shown. */
const SEARCHED: readonly Feature[] = [events, adminOrders, members, till, door, news];

export const AUDIT_WORDS: Required<AuditWords> = {
  actions: Object.assign({}, ...FEATURES.map((feature) => feature.auditWords?.actions)),
  actors: Object.assign({}, ...FEATURES.map((feature) => feature.auditWords?.actors)),
};

export const GATHERED: Gathered = {
  mailTemplates: MAIL_TEMPLATES,
  keepers: PERSONAL_DATA,
  forgets: FORGETS,
  waiting: FEATURES.flatMap((feature) => feature.waiting ?? []),
  searchSources: SEARCHED.flatMap((feature) => feature.search ?? []),
  auditWords: AUDIT_WORDS,
};
