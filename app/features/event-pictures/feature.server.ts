import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { posters } from './service.server.ts';

export const eventPictures: Feature = { calls, open: () => [posters.opened(new Map())] };
