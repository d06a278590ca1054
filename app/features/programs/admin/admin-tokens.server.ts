import { data } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseUuid } from '#app/domain/uuid.ts';

import { listEventChoices, listTokens, makeToken, revokeToken } from '../tokens/service.server.ts';
import { tokenForm } from './token-form.ts';

const DAY_MS = 86_400_000;
const PAGE = '/admin/programs';

export const loader = adminLoader('admin', async ({ deps, staff }) => ({ tokens: await listTokens(deps, staff), events: await listEventChoices(deps) }));

export type TokenReply = FormReply & { made?: { id: string; name: string; token: string } };

export const action = adminAction({
  right: 'admin',
  touches: { make: 'right', revoke: 'running' },
  intents: {
    async revoke({ deps, staff, text, answer, done }) {
      const id = parseUuid(text('token'));
      return answer(id === null ? ({ outcome: 'not_found' } as const) : await revokeToken(deps, staff, id), {
        revoked: () => done(PAGE, 'Token anul·lat: ja no obri res.'),
        not_found: () => done(PAGE, 'Este token ja no valia.'),
      });
    },
    async make({ deps, staff, parse, answer }) {
      const { name, scopes, eventIds, days } = parse(tokenForm);
      const expiresAt = days === '0' ? null : new Date(deps.clock.now().getTime() + Number(days) * DAY_MS);
      return answer(await makeToken(deps, staff, { name, scopes, eventIds: eventIds.map(Number), expiresAt, idempotencyKey: null }), {
        made: ({ id, token }) => data<TokenReply>({ intent: null, made: { id, name, token } }),
        invalid: ({ problems }) => ({ fields: problems }),
      });
    },
  },
});
