import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { extract, type Header, pack } from 'tar-stream';
import { z } from 'zod';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

const MANIFEST = 'backup.json';
/** Written last, as `sha256sum -c` reads it: a truncated archive lacks it. */
const CHECKSUMS = 'SHA256SUMS';
/** Of the files that lie beside the archive, by content. */
const FILE_LIST = 'files.json';
const LARGEST_CHUNK_BYTES = 4 * 1024 * 1024;
const LARGEST_LIST_BYTES = 256 * 1024 * 1024;

const manifestSchema = z.object({
  /** 1: with its files, 2: with a list of those beside it. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  functionSets: z.array(z.string()).default([]),
  /** In insertion order: referenced tables first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

const fileListSchema = z.array(z.object({ name: z.string(), size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }));

export type BackedUpFile = z.infer<typeof fileListSchema>[number];

export interface ArchiveWriter {
  rows(table: string, copied: Readable): Promise<void>;
  object(name: string, object: { size: number; body: Readable }): Promise<void>;
  fileList(files: readonly BackedUpFile[]): Promise<void>;
  finish(): Promise<void>;
}

/** An ordinary compressed tar: `data/<table>/<n>` in PostgreSQL's COPY text, `files/<object>`. */
export function writeArchive(manifest: BackupManifest, into: Writable): { writer: ArchiveWriter; written: Promise<void> } {
  const tar = pack();
  const checksums: string[] = [];

  async function entry(name: string, { size, body }: { size: number; body: AsyncIterable<Uint8Array> }): Promise<void> {
    const hash = createHash('sha256');
    async function* hashed(): AsyncIterable<Uint8Array> {
      for await (const chunk of body) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await new Promise<void>((resolve, reject) => {
      const sink = tar.entry({ name, size }, (error) => (error ? reject(error) : resolve()));
      pipeline(hashed(), sink).catch(reject);
    });
    checksums.push(`${hash.digest('hex')}  ${name}`);
  }
  const bytes = (name: string, content: Uint8Array): Promise<void> => entry(name, { size: content.byteLength, body: Readable.from([content], { objectMode: false }) });

  const written = pipeline(tar, createGzip(), into);
  const begun = bytes(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)));
  const whileWritten = async (work: () => Promise<void>): Promise<void> => {
    await begun;
    // A full disk ends the pipeline without ever resolving the entry.
    await Promise.race([work(), written.then(() => Promise.reject(new Error('the backup ended early')))]);
  };

  return {
    written,
    writer: {
      async rows(table, copied) {
        let part = 0;
        for await (const chunk of inChunks(copied)) {
          part += 1;
          await whileWritten(() => bytes(`data/${table}/${String(part).padStart(8, '0')}`, chunk));
        }
      },
      object: (name, object) => whileWritten(() => entry(`files/${name}`, object)),
      fileList: (files) => whileWritten(() => bytes(FILE_LIST, Buffer.from(JSON.stringify(files)))),
      async finish() {
        await whileWritten(() => bytes(CHECKSUMS, Buffer.from(`${checksums.join('\n')}\n`)));
        tar.finalize();
        await written;
      },
    },
  };
}

/** A tar entry states its size before its bytes, which is unknown for rows. */
async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.byteLength;
    if (size < LARGEST_CHUNK_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}

export type ArchiveEntry = { kind: 'list'; body: Readable } | { kind: 'rows'; table: string; body: Readable } | { kind: 'object'; name: string; size: number; body: Readable };

export interface ArchiveReader {
  manifest(manifest: BackupManifest): Promise<void>;
  /** Must read the body to its end. */
  entry(entry: ArchiveEntry): Promise<void>;
}

/** Detects damage only at the end of the file: call `verifyArchive` first. */
export async function readArchive(source: Readable, reader: ArchiveReader): Promise<void> {
  const tar = extract();
  const sums = new Map<string, string>();
  let listed: Map<string, string> | null = null;
  const read = async (): Promise<void> => {
    let first = true;
    for await (const part of tar) {
      const { header } = part;
      const body = Readable.from(part as AsyncIterable<Uint8Array>, { objectMode: false });
      if (header.name === CHECKSUMS) {
        listed = parseChecksums((await small(body, header)).toString());
        continue;
      }
      const hash = createHash('sha256');
      const hashed = Readable.from(hashing(body, hash), { objectMode: false });
      if (first !== (header.name === MANIFEST)) throw new BackupRefusal('This file is no backup of Comboi.');
      if (first) await reader.manifest(parseManifest((await small(hashed, header)).toString()));
      else await reader.entry(toEntry(header, hashed));
      first = false;
      sums.set(header.name, hash.digest('hex'));
    }
  };
  try {
    await Promise.all([pipeline(source, createGunzip(), tar), read().catch((error: unknown) => {
      source.destroy();
      tar.destroy();
      throw error;
    })]);
  } catch (error) {
    throw isDamage(error) ? new BackupRefusal('This file is damaged or was cut off: it is not restored.') : error;
  }
  const same = listed !== null && (listed as Map<string, string>).size === sums.size && [...sums].every(([name, sum]) => listed?.get(name) === sum);
  if (!same) throw new BackupRefusal('The checksums of this file are wrong: it was damaged or cut off, and is not restored.');
}

/** `files`: those that lie beside it. */
export async function verifyArchive(source: Readable): Promise<BackupManifest & { files: BackedUpFile[] }> {
  let found: BackupManifest | null = null;
  const files: BackedUpFile[] = [];
  await readArchive(source, {
    manifest: async (manifest) => {
      found = manifest;
    },
    entry: async ({ kind, body }) => {
      if (kind === 'list') files.push(...parseFileList((await buffer(body)).toString()));
      else for await (const _chunk of body);
    },
  });
  if (found === null) throw new BackupRefusal('This file is no backup of Comboi.');
  return { ...(found as BackupManifest), files };
}

export class BackupRefusal extends StartRefusal {
  override name = 'StartRefusal';
}

async function* hashing(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function small(body: Readable, header: Header): Promise<Buffer> {
  if ((header.size ?? 0) > LARGEST_LIST_BYTES) throw new BackupRefusal('This file is no backup of Comboi.');
  return buffer(body);
}

function toEntry(header: Header, body: Readable): ArchiveEntry {
  if (header.name === FILE_LIST && (header.size ?? 0) <= LARGEST_LIST_BYTES) return { kind: 'list', body };
  const [folder, ...rest] = header.name.split('/');
  const [table] = rest;
  if (folder === 'data' && table !== undefined && rest.length === 2) return { kind: 'rows', table, body };
  if (folder === 'files' && rest.length > 1) return { kind: 'object', name: rest.join('/'), size: header.size ?? 0, body };
  throw new BackupRefusal('This file is no backup of Comboi.');
}

function parseChecksums(text: string): Map<string, string> {
  return new Map(text.trimEnd().split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
}

function parseManifest(text: string): BackupManifest {
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupRefusal('This backup was made by a newer Comboi: restore it with that one.');
  return parsed.data;
}

function parseFileList(text: string): BackedUpFile[] {
  const parsed = fileListSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupRefusal('The list of files of this backup can not be read.');
  return parsed.data;
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && ('code' in error && String(error.code).startsWith('Z_') || /Invalid tar header|Unexpected end of data|premature/i.test(error.message));
}
