import type { ReactNode } from 'react';

/** Black on white in every theme. */
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
