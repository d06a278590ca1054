import type { Feature } from '#app/feature.server.ts';

import { calls, openIdentityFiles } from './api.server.ts';
import { openCrest } from './service.server.ts';

export const settings: Feature = { calls, open: () => [openIdentityFiles(), openCrest()] };
