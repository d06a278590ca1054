import type { Feature } from '#app/feature.server.ts';

import { calls, openIdentityFiles, programCalls } from './api.server.ts';
import { openCrest } from './service.server.ts';
import { tables } from './tables.ts';

export const settings: Feature = { calls: [...calls, ...programCalls], open: () => [openIdentityFiles(), openCrest()], tables };
