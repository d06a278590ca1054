import { data } from 'react-router';

import { isStorableText } from '#app/domain/plain-text.ts';

import { DEFAULT_BODY_BYTES } from '../route-table.server.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { Refusal } from '../answers/refusal.server.ts';
import { isRecord } from '#app/domain/record.ts';

export function lengthOf(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0);
}

/** Throws BODY_TOO_LARGE before more than the limit is held in memory. */
export async function readText(request: Request, maxBytes: number = DEFAULT_BODY_BYTES): Promise<string> {
  return (await readBytes(request, maxBytes)).toString('utf8');
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (lengthOf(request) > maxBytes) throw new Refusal('BODY_TOO_LARGE');
  // The server reads no further than a length that was said.
  if (request.headers.has('content-length')) return withinLimit(Buffer.from(await request.arrayBuffer()), maxBytes);
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Refusal('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function withinLimit<Bytes extends Buffer>(bytes: Bytes, maxBytes: number): Bytes {
  if (bytes.byteLength > maxBytes) throw new Refusal('BODY_TOO_LARGE');
  return bytes;
}

export async function readForm(request: Request): Promise<FormData> {
  const form = await readFormUpTo(request, DEFAULT_BODY_BYTES);
  if (form === null) throw data(null, { status: REFUSALS.BODY_TOO_LARGE.status });
  return form;
}

export async function readFormUpTo(request: Request, maxBytes: number): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? '';
  try {
    const bytes = await readBytes(request, maxBytes);
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'BODY_TOO_LARGE') return null;
    throw data(null, { status: REFUSALS.INVALID_FORM.status });
  }
}

/** INVALID_JSON also for text that the database can't store. */
export async function readJsonObject(request: Request, maxBytes: number = DEFAULT_BODY_BYTES): Promise<Record<string, unknown>> {
  return parseJsonObject(await readText(request, maxBytes));
}

/** Null where the whole body is `absent`. */
export async function readOptionalJsonObject(request: Request, absent: '' | 'null'): Promise<Record<string, unknown> | null> {
  const text = await readText(request);
  return text.trim() === absent ? null : parseJsonObject(text);
}

function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('INVALID_JSON');
  }
  if (!isRecord(value)) throw new Refusal('INVALID_JSON');
  if (!holdsStorableText(value)) throw new Refusal('INVALID_JSON', { message: 'La petició conté caràcters que no es poden guardar' });
  return value;
}

/** Without recursion: a body may be nested thousands deep. */
function holdsStorableText(root: object): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        if (!isStorableText(key)) return false;
        waiting.push(entry);
      }
    }
  }
  return true;
}
