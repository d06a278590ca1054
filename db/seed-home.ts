import { addAward } from '#app/features/awards/service.server.ts';
import { storeFile } from '#app/features/files/service.server.ts';
import { listBlocks, setItemPicture } from '#app/features/home/service.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { AWARDS, HOME_BLOCKS } from './cast-home.ts';
import { castStaff } from './cast-staff.ts';
import { drawForDemo } from './demo-artist.server.ts';

export async function seedDemoHome(deps: Deps, signal: AbortSignal): Promise<void> {
  const editor = await castStaff(deps, 'redaccio@comboi.test', 'editor');
  const thisYear = Number(dayInMadrid(deps.clock.now()).slice(0, 4));
  for (const { yearsAgo, ...award } of AWARDS.toReversed()) await addAward(deps, editor, { ...award, year: thisYear - yearsAgo });
  const pictures = new Map(HOME_BLOCKS.flatMap(({ items }) => items.flatMap(({ text, picture }) => (picture === undefined ? [] : [[text, picture] as const]))));
  for (const block of await listBlocks(deps)) {
    for (const { id: itemId, text } of block.items) {
      const name = pictures.get(text);
      if (name === undefined) continue;
      if (signal.aborted) return;
      const drawn = await storeFile(deps, { bucket: 'site', content: await drawForDemo({ kind: 'picture', name }), createdBy: editor });
      if ('refused' in drawn) throw new Error(`a picture of the demo was refused: ${drawn.refused.code}`);
      await setItemPicture(deps, editor, { blockId: block.id, itemId, image: { fileId: drawn.stored.id } });
    }
  }
}
