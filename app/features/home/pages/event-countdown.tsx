import type { ReactNode } from 'react';

import { useSecondsLeft } from '#app/design/ui/hooks/use-seconds-left.ts';

const TICK_MS = 15_000;

/** Counts from the server's clock; empty once the event has begun. */
export function EventCountdown({ ms, className }: { ms: number; className?: string | undefined }): ReactNode {
  const minutes = Math.floor((useSecondsLeft({ ms, everyMs: TICK_MS }) ?? ms / 1000) / 60);
  if (minutes <= 0) return null;
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts = days > 0 ? [count(days, 'dia', 'dies'), count(hours, 'hora', 'hores')] : [count(hours, 'hora', 'hores'), count(minutes % 60, 'minut', 'minuts')];
  return <p className={className}>Falten {parts.filter((part) => part !== '').join(' i ')}</p>;
}

function count(number: number, one: string, many: string): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : many}`;
}
