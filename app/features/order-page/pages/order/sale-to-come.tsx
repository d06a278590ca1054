import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { monotonicNow } from '#app/design/ui/browser-facts.ts';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useSecondsLeft } from '#app/design/ui/hooks/use-seconds-left.ts';

import layout from './order-layout.module.css';
import styles from './sale-to-come.module.css';

/** All pages reload at the same instant, so their requests are spread. */
const SPREAD_MS = 1_500;

export interface SaleToComeProps {
  text: string;
  /** Seconds, by the server's clock. */
  seconds: number;
  children: ReactNode;
}

export function SaleToCome({ text, seconds, children }: SaleToComeProps): ReactNode {
  const left = useSecondsToSale(seconds);
  return (
    <Wrap>
      <div className={layout.columns}>
        <div className={`${ui.column4} ${ui.shrinks}`}>
          {children}
          <div className={layout.sheet}>
            <EmptyState heading="h2" art={<HeadArt of="clock" />} title="Encara no està a la venda" action={left === null ? null : <p className={styles.left}>{leftText(left)}</p>}>
              <p>{text}. Quan siga l'hora, esta pàgina s'obrirà sola.</p>
            </EmptyState>
          </div>
        </div>
      </div>
    </Wrap>
  );
}

/** Null before hydration; counts down from the server's seconds, because the phone's clock may be wrong. */
function useSecondsToSale(seconds: number): number | null {
  const { revalidate } = useRevalidator();
  const [spread] = useState(() => monotonicNow() % SPREAD_MS);
  const requestedAt = useRef(Number.NEGATIVE_INFINITY);
  const onTick = (leftMs: number): void => {
    const now = monotonicNow();
    if (leftMs > -spread || now < requestedAt.current + 5_000) return;
    requestedAt.current = now;
    void revalidate();
  };
  return useSecondsLeft({ ms: seconds * 1000, everyMs: 500, onTick });
}

function leftText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  if (days >= 1) return days === 1 ? 'Falta 1 dia' : `Falten ${days} dies`;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return seconds === 0 ? 'Obrint…' : `Falten ${clock.join(':')}`;
}
