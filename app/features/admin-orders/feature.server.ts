import type { Feature } from '#app/feature.server.ts';

import { historyWords, toHistoryWords } from './admin/order-words.server.ts';
import { calls } from './api.server.ts';
import { orderSearch } from './order-search.server.ts';

export const adminOrders: Feature = { open: (_deps, gathered) => [historyWords.opened(toHistoryWords(gathered))], calls, search: [orderSearch] };
