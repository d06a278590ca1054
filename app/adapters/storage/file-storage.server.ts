import { Readable } from 'node:stream';

/** Where uploaded bytes lie: a local disk or any S3-compatible store. What they are, and to whom they belong, is in the database. */
export interface FileStorage {
  /** Resolves when every byte is safe. An object is there whole or not at all; a body of another length than `size` is refused. */
  put(object: NewObject): Promise<void>;
  /** Null when there is none of that name. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  stat(name: string): Promise<StoredObject | null>;
  /** Of a name that is not there: nothing happens. */
  remove(name: string): Promise<void>;
  /** Everything whose name begins so, however much there is. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Clears away what writers left that died before their object was whole. */
  forgetUnfinished(before: Date): Promise<void>;
}

export interface NewObject {
  /** Made by the server: see `assertObjectName`. */
  name: string;
  body: Uint8Array | Readable;
  /** Bytes. */
  size: number;
  mediaType: string;
}

/** Both ends belong to it, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  name: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

const OBJECT_NAME = /^[A-Za-z0-9][A-Za-z0-9-]*(\/[A-Za-z0-9][A-Za-z0-9-]*)+(\.[a-z0-9]+)?$/;
const LONGEST_NAME = 200;

/** Names have folders, one extension at most, and nothing that leads elsewhere: they become paths and keys as they are. */
export function assertObjectName(name: string): void {
  if (name.length > LONGEST_NAME || !OBJECT_NAME.test(name)) throw new Error('not the name of a stored object');
}

/** The body as a stream that fails where it has not the length it was said to have, instead of ending. */
export function bodyOf({ body, size }: Pick<NewObject, 'body' | 'size'>): Readable {
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
