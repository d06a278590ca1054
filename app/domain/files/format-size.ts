import { MB } from './bucket.ts';

/** '12,4 MB', as people read it; the smallest is '0,1 MB'. */
export function formatMegabytes(bytes: number): string {
  return `${Math.max(0.1, Math.round((bytes / MB) * 10) / 10).toFixed(1).replace('.', ',')} MB`;
}
