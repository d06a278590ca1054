import type { z } from 'zod';

import { Refusal } from './answers/refusal.server.ts';

export function readValid<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new Refusal('VALIDATION', { fields: Object.fromEntries(read.error.issues.map(({ path, message }) => [pathText(path), message])) });
}

export function readIfMatch(header: string | undefined): number {
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header?.trim() ?? '')?.[1];
  if (version === undefined) throw new Refusal('VALIDATION', { fields: { 'If-Match': 'Falta la versió que has editat, com ara "3"' } });
  return Number(version);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`)).join('');
}
