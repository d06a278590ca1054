import type { Feature } from '#app/feature.server.ts';

import { searchSources } from './admin/search/search.server.ts';
import { staffWaiting } from './admin/staff-waiting.server.ts';
import { offlinePage } from './offline/offline-page.server.ts';
import { securityTxt } from './security-txt.server.ts';
import { sitemap } from './sitemap.server.ts';

export const site: Feature = {
  open: (_deps, gathered) => [staffWaiting.opened(gathered.waiting), searchSources.opened(gathered.searchSources)],
  calls: [sitemap, securityTxt, offlinePage],
};
