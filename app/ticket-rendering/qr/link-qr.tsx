import type { ReactNode } from 'react';

/** Black on white in every theme. */
export function LinkQr({ code: { side, path }, label }: { code: LinkCode; label: string }): ReactNode {
  return (
    <svg viewBox={`0 0 ${side} ${side}`} width="260" height="260" role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export interface LinkCode {
  side: number;
  path: string;
}
