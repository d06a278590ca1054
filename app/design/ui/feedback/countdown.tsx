import { type ReactNode, useEffect, useState } from 'react';

import { VisuallyHidden } from '../visually-hidden.tsx';

import { monotonicNow } from '../browser-facts.ts';

/** Seconds; WCAG 2.2.1 asks for a warning at least 20 s before the end. */
const SPOKEN_AT = [300, 120, 60, 30];

export function Countdown({ seconds }: { seconds: number }): ReactNode {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = monotonicNow() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - monotonicNow()) / 1000));
      setLeft(now);
      if (now === 0) window.location.reload();
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds]);

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
