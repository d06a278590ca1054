import { encodeQR } from 'qr';

/** 26 characters of upper-case base32: what a ticket's QR holds, and all it holds (docs/decisions.md). */
const TICKET_ID = /^[A-Z2-7]{26}$/;

/** The largest symbol that keeps a module above 3 px on a phone's 120 px picture. */
const QR_VERSION = 3;

/** Modules along one side of the symbol, quiet zone not counted. */
export const QR_MODULES = 29;

/** Light modules that readers need around the symbol (ISO/IEC 18004). */
export const QR_QUIET_ZONE = 4;

/**
 * The dark modules of a ticket's QR, row by row, without quiet zone: version 3 at the highest error correction.
 * Throws on anything that is not a ticket id, so that no other text is ever printed as one.
 */
export function qrMatrix(id: string): boolean[][] {
  if (!TICKET_ID.test(id)) throw new TypeError('not a ticket id');
  const bordered = encodeQR(id, 'raw', { version: QR_VERSION, ecc: 'high', encoding: 'alphanumeric', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

/** The same symbol as one SVG path over a square of `QR_MODULES + 2 * QR_QUIET_ZONE` units. */
export function qrPath(id: string): string {
  return qrMatrix(id)
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QR_QUIET_ZONE} ${y + QR_QUIET_ZONE}h1v1h-1z` : '')))
    .join('');
}
