import { pages as awards } from './features/awards/routes.ts';
import { pages as booklets } from './features/booklets/routes.ts';
import { pages as doorPhone } from './features/door-phone/routes.ts';
import { pages as events } from './features/events/routes.ts';
import { pages as home } from './features/home/routes.ts';
import { pages as menuChanges } from './features/menu-changes/routes.ts';
import { pages as news } from './features/news/routes.ts';
import { pages as orderPage } from './features/order-page/routes.ts';
import { pages as orderResult } from './features/order-result/routes.ts';
import { pages as payments } from './features/payments/routes.ts';
import { pages as secondFactor } from './features/second-factor/routes.ts';
import { pages as signIn } from './features/sign-in/routes.ts';
import { pages as site } from './features/site/routes.ts';
import { pages as tickets } from './features/tickets/routes.ts';
import { pages as waitingList } from './features/waiting-list/routes.ts';
import type { Page } from './platform/http/page.ts';

/** What the site's frame knows in a browser: pages of the staff come with the rail of whoever may open them. */
export const PUBLIC_PAGES: readonly Page[] = [...site, ...news, ...events, ...booklets, ...orderPage, ...orderResult, ...payments, ...tickets, ...doorPhone, ...signIn, ...secondFactor, ...menuChanges, ...home, ...awards, ...waitingList];
