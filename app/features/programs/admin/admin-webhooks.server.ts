import { data } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';

import { listWebhooks, makeWebhook } from '../webhooks/service.server.ts';
import { webhookForm } from './webhook-form.ts';

export const loader = adminLoader('admin', async ({ deps, staff }) => ({ webhooks: await listWebhooks(deps, staff) }));

export type WebhookReply = FormReply & { made?: { id: string; secret: string } };

export const action = adminAction({
  right: 'admin',
  touches: { make: 'everybody' },
  intents: {
    async make({ deps, staff, parse, answer }) {
      return answer(await makeWebhook(deps, staff, { ...parse(webhookForm), idempotencyKey: null }), {
        made: ({ id, secret }) => data<WebhookReply>({ intent: null, made: { id, secret } }),
        invalid: ({ problems }) => ({ fields: problems }),
      });
    },
  },
});
