import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction, type ReplyData } from '#app/design/admin-kit/server/parse-form.server.ts';
import { isVisibleBlock, MAX_BLOCKS } from '#app/domain/site/home-block.ts';

import { addBlock, type BlockOutcome, hideBlock, listBlocks, stepBlock } from '../service.server.ts';
import { addForm } from './block-form.ts';

export const loader = adminLoader('editor', async ({ deps }) => {
  const blocks = await listBlocks(deps);
  return { blocks: blocks.map(({ id, kind, title, hidden, items }) => ({ id, kind, title, hidden, isVisible: isVisibleBlock({ hidden, items }), count: items.length })) };
});

type Submission = AdminSubmission<'editor', undefined>;

export const action = adminAction({
  right: 'editor',
  intents: {
    async add({ deps, staff, parse, answer, done }) {
      return answer(await addBlock(deps, staff, parse(addForm).kind), {
        done: ({ id }) => done(`/admin/home/${id}`, 'Bloc afegit: es vorà quan tinga alguna cosa.'),
        too_many: () => `A la portada caben ${MAX_BLOCKS} blocs.`,
      });
    },
    up: async (sent) => answered(sent, await stepBlock(sent.deps, sent.staff, { id: sent.text('block'), step: 'up' }), 'Bloc mogut.'),
    down: async (sent) => answered(sent, await stepBlock(sent.deps, sent.staff, { id: sent.text('block'), step: 'down' }), 'Bloc mogut.'),
    hide: async (sent) => answered(sent, await hideBlock(sent.deps, sent.staff, { id: sent.text('block'), hidden: true }), 'Bloc amagat.'),
    show: async (sent) => answered(sent, await hideBlock(sent.deps, sent.staff, { id: sent.text('block'), hidden: false }), 'Bloc a la vista.'),
  },
});

function answered({ answer, done }: Submission, outcome: BlockOutcome, message: string): ReturnType<Submission['answer']> {
  return answer(outcome, { done: () => done('/admin/home', message), not_found: gone });
}

function gone(): ReplyData {
  return refuseAction(null, "Este bloc ja no hi és: algú l'ha llevat.");
}
