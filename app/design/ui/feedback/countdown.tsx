import type { ReactNode } from 'react';

import { useSecondsLeft } from '../hooks/use-seconds-left.ts';

import { VisuallyHidden } from '../visually-hidden.tsx';

/** Seconds; WCAG 2.2.1 asks for a warning at least 20 s before the end. */
const SPOKEN_AT = [300, 120, 60, 30];

export function Countdown({ seconds }: { seconds: number }): ReactNode {
  const onTick = (leftMs: number): void => {
    if (leftMs <= 0) window.location.reload();
  };
  const left = useSecondsLeft({ ms: seconds * 1000, everyMs: 1000, onTick }) ?? seconds;

  const mark = SPOKEN_AT.findLast((one) => left <= one);
  const spoken = mark === undefined ? seconds : Math.min(mark, seconds);
  return (
    <>
      <p aria-hidden="true">Tens {clock(left)} per a pagar</p>
      <div role="status">
        <VisuallyHidden>Queden {inWords(spoken)} per a pagar</VisuallyHidden>
      </div>
    </>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} segons`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minut' : `${minutes} minuts`;
}
