import type { Feature } from '#app/feature.server.ts';

import { tables } from './tables.ts';

export const uploadedPictures: Feature = { tables };
