import type { Feature } from '#app/feature.server.ts';

import { awardFileAccess } from './service.server.ts';
import { tables } from './tables.ts';

export const awards: Feature = { fileReaders: { awards: awardFileAccess }, tables };
