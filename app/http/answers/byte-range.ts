export interface ByteRange {
  start: number;
  /** The last byte that belongs to it. */
  end: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of `size` bytes that a Range header asks for. Null, and so the whole: no header, or one that need not be
 * understood (several parts, other units).
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = (header === null ? null : ONE_RANGE.exec(header.trim())) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
