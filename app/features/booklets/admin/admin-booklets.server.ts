import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import type { StorageUsage } from '#app/domain/files/usage.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { usageOf } from '#app/features/files/upkeep/service.server.ts';

import { type Booklet, listBooklets } from '../service.server.ts';
import { deleteBooklet } from './service.server.ts';

export type ListedBooklet = Pick<Booklet, 'id' | 'year' | 'pageCount' | 'bytes' | 'thumbnail' | 'reading' | 'hasText'>;
export type ReadUsage = { found: StorageUsage } | { problem: string };

export const loader = adminLoader('editor', async ({ deps, query }): Promise<{ booklets: ListedBooklet[]; usage: ReadUsage | null }> => {
  const booklets = await listBooklets(deps);
  const usage = query.has('espai') ? await usageOf(deps, 'booklets').then((found) => ({ found }), (error: unknown) => {
    deps.log.error({ err: error }, 'the usage of the storage could not be read');
    return { problem: "Error al obtenir estadístiques: l'emmagatzematge no contesta" };
  }) : null;
  return { booklets: booklets.map(({ id, year, pageCount, bytes, thumbnail, reading, hasText }) => ({ id, year, pageCount, bytes, thumbnail, reading, hasText })), usage };
});

export const action = adminAction({
  right: 'editor',
  intents: {
    async delete({ deps, staff, text, answer, done }) {
      const id = text('bookletId');
      return answer(isUuid(id) ? await deleteBooklet(deps, staff, { id }) : 'not_found', {
        done: () => done('/admin/llibrets', 'Llibret eliminat.'),
        not_found: () => refuseAction('delete', 'Error: este llibret ja no hi és'),
      });
    },
  },
});
