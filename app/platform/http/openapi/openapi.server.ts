import { z } from 'zod';

import { REFUSALS, type ApiError } from '#app/domain/api-error.ts';
import { keysOf } from '#app/domain/record.ts';

const problemFields: { [Name in keyof Required<ApiError>]: z.ZodType<ApiError[Name]> } = {
  code: z.enum(keysOf(REFUSALS)),
  message: z.string(),
  requested: z.int().optional(),
  available: z.int().optional(),
  saleEndDate: z.string().optional(),
  saleStart: z.string().optional(),
  total: z.int().optional(),
  limit: z.enum(['network', 'free']).optional(),
  items: z.array(z.object({ ticket: z.int(), sectionId: z.string(), itemId: z.string(), available: z.int() })).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional().describe('Of VERSION_CONFLICT: the record as it is now, as it is read, or as it is sent where nothing reads it. Of SECRET_SHOWN: its `id`'),
  difference: z.record(z.string(), z.int()).optional(),
};

export const problemSchema = z.object(problemFields);

export interface Operation {
  summary: string;
  parameters?: readonly object[];
  requestBody?: object;
  responses: Record<number, object>;
  callback?: Callback;
}

/** What we send by ourselves, later, to an address that the call was given. */
export interface Callback {
  name: string;
  /** A runtime expression of OpenAPI. */
  url: string;
  summary: string;
  parameters: readonly object[];
  requestBody: { required: boolean; content: object };
}

export function jsonOf(schema: z.ZodType, io: 'input' | 'output' = 'output'): { 'application/json': { schema: object } } {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, target: 'openapi-3.0' }) } };
}

export const EVENT_STREAM = { 'text/event-stream': { schema: { type: 'string' } } };

export function bodyOf(schema: z.ZodType): { required: boolean; content: object } {
  return { required: true, content: jsonOf(schema, 'input') };
}

export function problems(...statuses: number[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, { description: codesOf(status), content: jsonOf(problemSchema) }]));
}

export function pathParameter(name: string, schema: object): object {
  return { name, in: 'path', required: true, schema };
}

export function headerParameter(name: string, text: { description: string; required: boolean }): object {
  return { name, in: 'header', schema: { type: 'string' }, ...text };
}

export function queryParameter(name: string, schema: object, text: { description?: string } = {}): object {
  return { name, in: 'query', required: false, schema, ...text };
}

export const ORDER_ID = pathParameter('orderId', { type: 'string', format: 'uuid' });
export const IF_MATCH = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string', example: '"3"' }, description: 'The version that was edited' };
export const TICKET_NUMBER = pathParameter('number', { type: 'string', example: 'ORD-1795355757-0009-T1' });

/** Of calls that tell a secret. */
export const KEY_OF_SECRET = idempotencyKey('the same key and body within 24 hours make one: repeated, SECRET_SHOWN names it, since its secret is told once');

export function idempotencyKey(promise: string): object {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 8, maxLength: 200 },
    description: `Visible ASCII; ${promise}`,
  };
}

function codesOf(status: number): string {
  return Object.entries(REFUSALS)
    .filter(([, refusal]) => refusal.status === status)
    .map(([code]) => code)
    .join(', ');
}
