import * as adminMails from './features/admin-mails/routes.ts';
import * as adminOrders from './features/admin-orders/routes.ts';
import * as announcements from './features/announcements/routes.ts';
import * as awards from './features/awards/routes.ts';
import * as booklets from './features/booklets/routes.ts';
import * as calendarFeed from './features/calendar-feed/routes.ts';
import * as closing from './features/closing/routes.ts';
import * as doorPhone from './features/door-phone/routes.ts';
import * as eveningPasses from './features/evening-passes/routes.ts';
import * as eventDay from './features/event-day/routes.ts';
import * as eventPictures from './features/event-pictures/routes.ts';
import * as events from './features/events/routes.ts';
import * as groups from './features/groups/routes.ts';
import * as home from './features/home/routes.ts';
import * as kitchen from './features/kitchen/routes.ts';
import * as members from './features/members/routes.ts';
import * as menuChanges from './features/menu-changes/routes.ts';
import * as needs from './features/needs/routes.ts';
import * as news from './features/news/routes.ts';
import * as operations from './features/operations/routes.ts';
import * as orderPage from './features/order-page/routes.ts';
import * as orderResult from './features/order-result/routes.ts';
import * as payments from './features/payments/routes.ts';
import * as personalData from './features/personal-data/routes.ts';
import * as reports from './features/reports/routes.ts';
import * as seating from './features/seating/routes.ts';
import * as secondFactor from './features/second-factor/routes.ts';
import * as programs from './features/programs/routes.ts';
import * as settings from './features/settings/routes.ts';
import * as shifts from './features/shifts/routes.ts';
import * as signIn from './features/sign-in/routes.ts';
import * as site from './features/site/routes.ts';
import * as tickets from './features/tickets/routes.ts';
import * as till from './features/till/routes.ts';
import * as vouchers from './features/vouchers/routes.ts';
import * as waitingList from './features/waiting-list/routes.ts';
import type { Page, Panel } from './platform/http/page.ts';

/** What the site's frame knows in a browser: pages of the staff come with the rail of whoever may open them. */
export const PUBLIC_PAGES: readonly Page[] = [
  site.pages, news.pages, events.pages, booklets.pages, orderPage.pages, orderResult.pages, payments.pages, tickets.pages,
  doorPhone.pages, signIn.pages, secondFactor.pages, menuChanges.pages, needs.pages, home.pages, awards.pages, waitingList.pages, announcements.pages, groups.pages, personalData.pages, shifts.pages,
].flat();

// Marked as pure: what nobody in a browser asks for does not go there.
export const PAGES: readonly Page[] = /* @__PURE__ */ [
  PUBLIC_PAGES, site.staffPages, news.staffPages, events.staffPages, eventDay.staffPages, booklets.staffPages, payments.staffPages, doorPhone.staffPages, eveningPasses.staffPages, members.staffPages,
  adminMails.staffPages, operations.staffPages, adminOrders.staffPages, kitchen.staffPages, menuChanges.staffPages, needs.staffPages, settings.staffPages, programs.staffPages, till.staffPages,
  reports.staffPages, closing.staffPages, home.staffPages, awards.staffPages, waitingList.staffPages, announcements.staffPages, groups.staffPages, seating.staffPages, personalData.staffPages, vouchers.staffPages, shifts.staffPages,
].flat();

export const PANELS: readonly Panel[] = /* @__PURE__ */ [tickets.panels, calendarFeed.panels, events.panels, eventPictures.panels].flat();
