import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { orderSearch } from './order-search.server.ts';

export const adminOrders: Feature = { calls, search: [orderSearch] };
