import type { Feature } from '#app/feature.server.ts';

import { calls, openIdentityFiles } from './api.server.ts';
import { openCrest } from './service.server.ts';
import { tables } from './tables.ts';

export const settings: Feature = { calls, open: () => [openIdentityFiles(), openCrest()], tables };
