import { staffPages as adminMails } from './features/admin-mails/routes.ts';
import { staffPages as adminOrders } from './features/admin-orders/routes.ts';
import { staffPages as awards } from './features/awards/routes.ts';
import { staffPages as booklets } from './features/booklets/routes.ts';
import { staffPages as doorPhone } from './features/door-phone/routes.ts';
import { staffPages as eveningPasses } from './features/evening-passes/routes.ts';
import { panels as eventPicturePanels } from './features/event-pictures/routes.ts';
import { staffPages as events, panels as eventPanels } from './features/events/routes.ts';
import { staffPages as home } from './features/home/routes.ts';
import { staffPages as kitchen } from './features/kitchen/routes.ts';
import { staffPages as members } from './features/members/routes.ts';
import { staffPages as menuChanges } from './features/menu-changes/routes.ts';
import { staffPages as news } from './features/news/routes.ts';
import { staffPages as operations } from './features/operations/routes.ts';
import { staffPages as payments } from './features/payments/routes.ts';
import { staffPages as reports } from './features/reports/routes.ts';
import { staffPages as settings } from './features/settings/routes.ts';
import { staffPages as site } from './features/site/routes.ts';
import { panels as ticketPanels } from './features/tickets/routes.ts';
import { staffPages as till } from './features/till/routes.ts';
import { staffPages as waitingList } from './features/waiting-list/routes.ts';
import type { Page, Panel } from './platform/http/page.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** Every page of the product. What a feature brings to the server beside its pages stands in `features.server.ts`. */
export const PAGES: readonly Page[] = [...PUBLIC_PAGES, ...site, ...news, ...events, ...booklets, ...payments, ...doorPhone, ...eveningPasses, ...members, ...adminMails, ...operations, ...adminOrders, ...kitchen, ...menuChanges, ...settings, ...till, ...reports, ...home, ...awards, ...waitingList];

export const PANELS: readonly Panel[] = [...ticketPanels, ...eventPanels, ...eventPicturePanels];
