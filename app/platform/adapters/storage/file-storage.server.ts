import { Readable } from 'node:stream';

export interface FileStorage {
  /** Resolves when every byte is safe; a body of another length than `size` is refused, and nothing is left of it. */
  put(object: NewObject): Promise<void>;
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  stat(name: string): Promise<StoredObject | null>;
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredObject>;
  forgetUnfinished(before: Date): Promise<void>;
}

export interface NewObject {
  name: string;
  body: Uint8Array | Readable;
  size: number;
  mediaType: string;
}

/** Inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  name: string;
  size: number;
  modifiedAt: Date;
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_ROOM.has(String(error.code));
}

const OBJECT_NAME = /^[A-Za-z0-9][A-Za-z0-9-]*(\/[A-Za-z0-9][A-Za-z0-9-]*)+(\.[a-z0-9]+)?$/;
const LONGEST_NAME = 200;

/** Names become paths and keys as they are. */
export function assertObjectName(name: string): void {
  if (name.length > LONGEST_NAME || !OBJECT_NAME.test(name)) throw new Error('not the name of a stored object');
}

export function objectBody({ body, size }: Pick<NewObject, 'body' | 'size'>): Readable {
  return Readable.from(countedChunks(body instanceof Uint8Array ? [body] : body, size), { objectMode: false });
}

async function* countedChunks(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > size) throw new WrongLength(length, size);
    yield chunk;
  }
  if (length < size) throw new WrongLength(length, size);
}

export class WrongLength extends Error {
  override name = 'WrongLength';

  constructor(length: number, size: number) {
    super(`${length} bytes came of ${size}`);
  }
}
