import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

import { monotonicNow } from '../browser-facts.ts';

/** Counted from the server's answer, not by the phone's clock. */
export function TimeLeft({ seconds }: { seconds: number }): ReactNode {
  const [left, setLeft] = useState(seconds);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const end = monotonicNow() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - monotonicNow()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      void revalidate();
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, revalidate]);
  return <span role="timer">{leftText(left)}</span>;
}

function leftText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `Queden ${hours} h ${minutes} min`;
  return minutes > 0 ? `Queden ${minutes} min ${seconds % 60} s` : `Queden ${seconds} s`;
}
