import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { createBooklet } from '#app/features/booklets/admin/service.server.ts';
import { storeFile } from '#app/features/files/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { BOOKLETS } from './cast-booklets.ts';
import { castStaff } from './cast-staff.ts';
import { drawForDemo } from './demo-artist.server.ts';

export async function seedDemoBooklets(deps: Deps, leave: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const thisYear = Number(dayInMadrid(now).slice(0, 4));
  const editor = await castStaff(deps, 'redaccio@comboi.test', 'editor');
  for (const booklet of BOOKLETS) {
    if (leave.aborted) return;
    const year = thisYear - booklet.yearsAgo;
    const content = await drawForDemo({ kind: 'booklet', booklet, year, madeAt: now.getTime() });
    const outcome = await storeFile(deps, { bucket: 'booklets', content, createdBy: editor });
    if ('refused' in outcome) throw new Error(`the demo's booklet of ${year}: ${outcome.refused.code}`);
    const created = await createBooklet(deps, editor, { draft: { year, pageCount: null }, fileId: outcome.stored.id });
    if (created.outcome !== 'done') throw new Error(`the demo's booklet of ${year}: ${created.outcome}`);
  }
}
