import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { personalData } from './personal-data.server.ts';
import { tables } from './tables.ts';
import { userSearch } from './user-search.server.ts';

export const members: Feature = { calls, personalData, search: [userSearch], tables };
