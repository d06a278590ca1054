import { pages as accounts } from './features/accounts/routes.ts';
import { pages as adminMails } from './features/admin-mails/routes.ts';
import { pages as adminOrders } from './features/admin-orders/routes.ts';
import { pages as awards } from './features/awards/routes.ts';
import { pages as booklets } from './features/booklets/routes.ts';
import { pages as checkout } from './features/checkout/routes.ts';
import { pages as door } from './features/door/routes.ts';
import { pages as events, panels as eventPanels } from './features/events/routes.ts';
import { panels as eventPicturePanels } from './features/event-pictures/routes.ts';
import { pages as home } from './features/home/routes.ts';
import { pages as kitchen } from './features/kitchen/routes.ts';
import { pages as menuChanges } from './features/menu-changes/routes.ts';
import { pages as news } from './features/news/routes.ts';
import { pages as operations } from './features/operations/routes.ts';
import { pages as payments } from './features/payments/routes.ts';
import { pages as settings } from './features/settings/routes.ts';
import { pages as site } from './features/site/routes.ts';
import { pages as reports } from './features/reports/routes.ts';
import { pages as till } from './features/till/routes.ts';
import { pages as tickets, panels as ticketPanels } from './features/tickets/routes.ts';
import { pages as waitingList } from './features/waiting-list/routes.ts';
import type { Page, Panel } from './http/page.ts';

/** Every page of the product. What a feature brings to the server beside its pages stands in `features.server.ts`. */
export const PAGES: readonly Page[] = [...site, ...news, ...events, ...booklets, ...checkout, ...payments, ...tickets, ...door, ...accounts, ...adminMails, ...operations, ...adminOrders, ...kitchen, ...menuChanges, ...settings, ...till, ...reports, ...home, ...awards, ...waitingList];

export const PANELS: readonly Panel[] = [...ticketPanels, ...eventPanels, ...eventPicturePanels];
