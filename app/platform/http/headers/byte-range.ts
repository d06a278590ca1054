import type { ByteRange } from '#app/platform/adapters/storage/file-storage.server.ts';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Null, and so the whole: no header, several parts or other units. */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = (header === null ? null : ONE_RANGE.exec(header.trim())) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
