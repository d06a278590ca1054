import { encodeQR } from 'qr';

import type { QrModules } from '#app/design/ui/qr-code.tsx';

/** Modules of margin (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export function qrModules(text: string): QrModules {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  return { side: rows.length, path: rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
}
