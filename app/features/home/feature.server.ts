import type { Feature } from '#app/feature.server.ts';

import { siteFileAccess } from './service.server.ts';
import { tables } from './tables.ts';

export const home: Feature = { fileReaders: { site: siteFileAccess }, tables };
