import type { Feature } from '#app/feature.server.ts';

import { personalData } from './personal-data.server.ts';
import { tables } from './tables.ts';
import { userSearch } from './user-search.server.ts';

export const members: Feature = { personalData, search: [userSearch], tables };
