import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { groupOfPlaced } from '#app/features/groups/service.server.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireHand } from '#app/platform/http/guards/guards.server.ts';
import { askForPassword } from '#app/platform/http/guards/recent-password.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';
import { bodyOf, idempotencyKey, jsonOf, ORDER_ID, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { AT_THE_TILL, OWN_DRAWER } from '#app/platform/http/shift-audiences.ts';
import { moveCash } from './movements/service.server.ts';
import { refundSale } from './sales/refund-sale.server.ts';
import { sell } from './sales/service.server.ts';
import { closedSessionSchema, closeSessionSchema, moveCashSchema, movedCashSchema, saleRefundSchema, saleRefundedSchema, openedSessionSchema, openSessionSchema, tillSaleSchema, tillSoldSchema } from './schema.ts';
import { MORE_THAN_THERE_IS, REASON_MISSING } from './till-words.ts';
import { closeSession, openSession } from './sessions/service.server.ts';

const TILL = { audience: AT_THE_TILL, headers: PRIVATE_LINK } as const;
const SESSION_ID = pathParameter('sessionId', { type: 'string', format: 'uuid' });

export const calls: readonly Call[] = [
  call('POST', '/api/admin/till/sessions', {
    ...TILL,
    touches: 'running',
    openapi: {
      summary: 'Open a drawer with its float',
      parameters: [idempotencyKey('the same key and body within 24 hours open one drawer')],
      requestBody: bodyOf(openSessionSchema),
      responses: { 201: { description: 'Open', content: jsonOf(openedSessionSchema) }, ...problems(400, 401, 403, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const staff = requireHand(c.get('actor'), AT_THE_TILL);
      const { float, name } = readValid(openSessionSchema, await readJsonObject(c.req.raw));
      const opened = await openSession(deps, staff, { float, name, key: readIdempotencyKey(c) });
      switch (opened.outcome) {
        case 'opened':
          return c.json({ id: opened.id }, 201);
        case 'is_open':
          throw new Refusal('TILL_IS_OPEN', { current: { id: opened.id } });
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'refused':
          throw new Refusal('FORBIDDEN');
      }
    },
  }),
  call('POST', '/api/admin/till/sessions/:sessionId/sales', {
    ...TILL,
    audience: OWN_DRAWER,
    touches: 'running',
    openapi: {
      summary: 'Sell tickets in person: paid at once, by hand',
      parameters: [SESSION_ID, idempotencyKey('the same key and body within 24 hours sell once')],
      requestBody: bodyOf(tillSaleSchema),
      responses: { 201: { description: 'The order', content: jsonOf(tillSoldSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const staff = requireHand(c.get('actor'), OWN_DRAWER);
      const { email: typed, reason = '', userName, expectedTotal, ...body } = readValid(tillSaleSchema, await readJsonObject(c.req.raw));
      const email = typed === undefined || typed.trim() === '' ? null : parseEmailAddress(typed);
      if (email === null && typed !== undefined && typed.trim() !== '') throw new Refusal('INVALID_EMAIL');
      if (body.means === 'house' && reason === '') throw new Refusal('VALIDATION', { fields: { reason: 'Digues per què convida la casa' } });
      const sold = await sell(deps, staff, {
        ...body,
        sessionId: c.req.param('sessionId').toLowerCase(),
        expectedTotal,
        reason: reason === '' ? null : reason,
        email,
        userName: userName ?? null,
        key: readIdempotencyKey(c),
      });
      switch (sold.outcome) {
        case 'sold':
          return c.json({ ...sold.order, discount: 0, expiresAt: null, paymentUrl: null, ...(body.group !== undefined && { group: await groupOfPlaced(deps, sold.order.orderId) }) }, 201);
        case 'not_open':
          throw new Refusal('TILL_NOT_OPEN');
        case 'closing':
          throw new Refusal('TILL_CLOSING');
        case 'shift_over':
          throw new Refusal('SHIFT_OVER');
        case 'not_sold': {
          const { code, ...details } = sold.refusal;
          throw new Refusal(code, details);
        }
        case 'refused':
          throw new Refusal('FORBIDDEN');
      }
    },
  }),
  call('POST', '/api/admin/till/sessions/:sessionId/sales/:orderId/give-back', {
    ...TILL,
    touches: 'money',
    openapi: {
      summary: 'Pay out of this drawer what an order of the till, or some of its tickets, had cost; they let nobody in any more',
      parameters: [SESSION_ID, ORDER_ID, idempotencyKey('the same key and body within 24 hours pay out once')],
      requestBody: bodyOf(saleRefundSchema),
      responses: { 200: { description: 'What was paid out', content: jsonOf(saleRefundedSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const staff = requireHand(c.get('actor'), AT_THE_TILL);
      const { ticketIds = null, means, reason } = readValid(saleRefundSchema, await readJsonObject(c.req.raw));
      const refund = await refundSale(deps, staff, { sessionId: c.req.param('sessionId').toLowerCase(), orderId: c.req.param('orderId').toLowerCase(), ticketIds, means, reason, idempotencyKey: readIdempotencyKey(c) });
      switch (refund.outcome) {
        case 'refunded':
          return c.json({ amount: refund.amount });
        case 'not_open':
          throw new Refusal('TILL_NOT_OPEN');
        case 'closing':
          throw new Refusal('TILL_CLOSING');
        case 'not_found':
          throw new Refusal('ORDER_NOT_FOUND');
        case 'too_much':
          throw new Refusal('VALIDATION', { fields: { means: MORE_THAN_THERE_IS } });
        case 'not_by_hand':
        case 'nothing_to_refund':
          throw new Refusal('NOTHING_TO_REFUND');
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'refused':
          throw new Refusal('FORBIDDEN');
      }
    },
  }),
  call('POST', '/api/admin/till/sessions/:sessionId/movements', {
    ...TILL,
    touches: 'running',
    openapi: {
      summary: 'Put cash into a drawer, or take it out, without a sale',
      parameters: [SESSION_ID, idempotencyKey('the same key and body within 24 hours move it once')],
      requestBody: bodyOf(moveCashSchema),
      responses: { 201: { description: 'Noted', content: jsonOf(movedCashSchema) }, ...problems(400, 401, 403, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const staff = requireHand(c.get('actor'), AT_THE_TILL);
      const movement = readValid(moveCashSchema, await readJsonObject(c.req.raw));
      const moved = await moveCash(deps, staff, { ...movement, sessionId: c.req.param('sessionId').toLowerCase(), key: readIdempotencyKey(c) });
      switch (moved.outcome) {
        case 'done':
          return c.json({ id: moved.id }, 201);
        case 'not_open':
          throw new Refusal('TILL_NOT_OPEN');
        case 'closing':
          throw new Refusal('TILL_CLOSING');
        case 'too_much':
          throw new Refusal('VALIDATION', { fields: { amount: MORE_THAN_THERE_IS } });
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'refused':
          throw new Refusal('FORBIDDEN');
      }
    },
  }),
  call('POST', '/api/admin/till/sessions/:sessionId/close', {
    ...TILL,
    audience: OWN_DRAWER,
    touches: 'running',
    openapi: {
      summary: 'Close a drawer by what was counted in it; a difference is told, and closed with `again`, a reason and a password typed within a quarter of an hour',
      parameters: [SESSION_ID, idempotencyKey('the same key and body within 24 hours close it once, and are answered alike')],
      requestBody: bodyOf(closeSessionSchema),
      responses: { 200: { description: 'Closed', content: jsonOf(closedSessionSchema) }, ...problems(400, 401, 403, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const staff = requireHand(c.get('actor'), OWN_DRAWER);
      const { counted, note, again = false, reason } = readValid(closeSessionSchema, await readJsonObject(c.req.raw));
      if (again) askForPassword(c, deps);
      const closed = await closeSession(deps, staff, { sessionId: c.req.param('sessionId').toLowerCase(), counted, note: note ?? null, accepted: again ? 'any' : null, reason: reason || null, idempotencyKey: readIdempotencyKey(c) });
      if (closed.outcome === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (closed.outcome === 'not_open') throw new Refusal('TILL_NOT_OPEN');
      if (closed.outcome === 'differs') throw new Refusal('COUNT_DIFFERS', { difference: { ...closed.difference } });
      if (closed.outcome === 'reason_missing') throw new Refusal('VALIDATION', { fields: { reason: REASON_MISSING } });
      if (closed.outcome === 'refused') throw new Refusal('FORBIDDEN');
      return c.json({ expected: closed.expected, counted: closed.counted, difference: closed.difference });
    },
  }),
];
