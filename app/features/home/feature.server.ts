import type { Feature } from '#app/feature.server.ts';

import { siteFileAccess } from './service.server.ts';

export const home: Feature = { fileReaders: { site: siteFileAccess } };
