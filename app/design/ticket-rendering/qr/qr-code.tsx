import type { ReactNode } from 'react';

import { QR_MODULES, QR_QUIET_ZONE, qrPath } from './qr-matrix.ts';

const SIDE = QR_MODULES + 2 * QR_QUIET_ZONE;

export function QrCode({ ticketId, ticketNumber, className }: { ticketId: string; ticketNumber: string; className?: string | undefined }): ReactNode {
  return (
    <svg className={className} viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={`Codi QR del ticket ${ticketNumber}`} shapeRendering="crispEdges">
      <rect width={SIDE} height={SIDE} fill="#fff" />
      <path d={qrPath(ticketId)} fill="#000" />
    </svg>
  );
}
