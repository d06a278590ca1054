import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';

export const eventPictures: Feature = { calls };
