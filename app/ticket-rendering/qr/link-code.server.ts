import { encodeQR } from 'qr';

import type { LinkCode } from './link-qr.tsx';

/** Modules of margin (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export function linkCode(url: string): LinkCode {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  return { side: rows.length, path: rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
}
