import type { ReactNode } from 'react';

/** A link as a code for somebody else's phone, drawn by the server as the dark modules of a square. Black on white whatever the theme. */
export function PassQr({ code: { side, path } }: { code: PassCode }): ReactNode {
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="260" height="260" role="img" aria-label="Codi QR del passe" shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export interface PassCode {
  side: number;
  path: string;
}
