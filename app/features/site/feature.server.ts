import type { Feature } from '#app/feature.server.ts';

import { offlinePage } from './offline/offline-page.server.ts';
import { securityTxt } from './security-txt.server.ts';
import { sitemap } from './sitemap.server.ts';

export const site: Feature = { calls: [sitemap, securityTxt, offlinePage] };
