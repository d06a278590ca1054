import type { ReactNode } from 'react';

export function QrImage({ code: { side, path }, label }: { code: QrModules; label: string }): ReactNode {
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="260" height="260" role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export interface QrModules {
  side: number;
  path: string;
}
