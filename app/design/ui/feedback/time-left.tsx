import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';

import { useSecondsLeft } from '../hooks/use-seconds-left.ts';


/** Counted from the server's answer, not by the phone's clock. */
export function TimeLeft({ seconds }: { seconds: number }): ReactNode {
  const { revalidate } = useRevalidator();
  const [ended, setEnded] = useState<number | null>(null);
  const onTick = (leftMs: number): void => {
    if (leftMs > 0) return;
    setEnded(seconds);
    void revalidate();
  };
  const left = useSecondsLeft({ ms: seconds * 1000, everyMs: ended === seconds ? null : 1000, onTick }) ?? seconds;
  return <span role="timer">{leftText(left)}</span>;
}

function leftText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `Queden ${hours} h ${minutes} min`;
  return minutes > 0 ? `Queden ${minutes} min ${seconds % 60} s` : `Queden ${seconds} s`;
}
