import { encodeQR } from 'qr';

/** 26 characters of upper-case base32. */
const TICKET_ID = /^[A-Z2-7]{26}$/;

/** The largest that keeps a module above 3 px on a phone's 120 px picture. */
const QR_VERSION = 3;

export const QR_MODULES = 29;

export const QR_QUIET_ZONE = 4;

export function qrMatrix(id: string): boolean[][] {
  if (!TICKET_ID.test(id)) throw new TypeError('not a ticket id');
  const bordered = encodeQR(id, 'raw', { version: QR_VERSION, ecc: 'high', encoding: 'alphanumeric', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

export function qrPath(id: string): string {
  return qrMatrix(id)
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QR_QUIET_ZONE} ${y + QR_QUIET_ZONE}h1v1h-1z` : '')))
    .join('');
}
