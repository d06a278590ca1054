import { type Call, call } from '#app/platform/http/calls.server.ts';
import { BEARER_HEADERS, orderIdFrom } from '#app/platform/http/order-bearer.server.ts';
import { bodyOf, jsonOf, ORDER_ID, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readOptionalJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import { findGroupByCode, guardGroupGuessing } from './codes/service.server.ts';
import { changedGroupSchema, groupChangeSchema, groupDetailsSchema } from './schema.ts';
import { changeGroup, type GroupInput, readOwnGroup } from './service.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/groups/:code', {
    audience: 'anyone',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'A colla, for whoever knows its code',
      parameters: [pathParameter('code', { type: 'string', example: 'K7M2QX' })],
      responses: { 200: { description: 'The colla', content: jsonOf(groupDetailsSchema) }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const group = await findGroupByCode(deps, { actor: c.get('actor'), headers: c.req.raw.headers, network: c.get('address'), limits }, c.req.param('code'));
      if (group === null) throw new Refusal('GROUP_NOT_FOUND');
      const { name, eventId, places, names, closed, table } = group;
      return answerJson(c, { name, eventId, places, names, closed, table });
    },
  }),
  call('PUT', '/api/orders/:orderId/group', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'Join a colla with an order, make one, or leave it (`null`)',
      parameters: [ORDER_ID],
      requestBody: bodyOf(groupChangeSchema),
      responses: { 200: { description: 'The colla of the order now', content: jsonOf(changedGroupSchema) }, ...problems(400, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const requester = { kind: 'order', bearer: orderIdFrom(c.req.param('orderId')) } as const;
      const change = await readChange(c.req.raw);
      const guess = change?.code === undefined ? null : await guardGroupGuessing(deps, { network: c.get('address'), limits });
      const outcome = await changeGroup(deps, requester, change);
      if (guess !== null && outcome !== 'group_not_found') await guess.wasKnown();
      if (typeof outcome === 'object') throw new Refusal('VALIDATION', { fields: outcome.fields });
      switch (outcome) {
        case 'not_found':
          throw new Refusal('ORDER_NOT_FOUND');
        case 'group_not_found':
          throw new Refusal('GROUP_NOT_FOUND');
        case 'full':
          throw new Refusal('GROUP_FULL');
        case 'closed':
          throw new Refusal('GROUP_CLOSED');
        case 'done': {
          const own = await readOwnGroup(deps, requester);
          return answerJson(c, { group: own?.group == null ? null : { code: own.group.code, name: own.group.name } });
        }
      }
    },
  }),
];

async function readChange(request: Request): Promise<GroupInput | null> {
  const body = await readOptionalJsonObject(request, 'null');
  if (body === null) return null;
  const parsed = groupChangeSchema.safeParse(body);
  if (!parsed.success || parsed.data === null || (parsed.data.code === undefined && parsed.data.name === undefined)) throw new Refusal('VALIDATION', { fields: { code: 'Posa el codi o el nom de la colla' } });
  return parsed.data;
}
