import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { tables } from './tables.ts';

export const calendarFeed: Feature = { calls, tables };
