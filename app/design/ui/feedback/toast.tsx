import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { useLocation } from 'react-router';

import { useTimeout } from '../hooks/use-timer.ts';

import styles from './toast.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** Spec §9. */
const TOAST_MS = 3000;
/** WCAG 2.2.1. */
const TOAST_WITH_ACTION_MS = 10_000;

export interface ToastMessage {
  text: string;
  action?: { label: string; onAct: () => void };
}

interface ToastView extends ToastMessage {
  key: number;
  page: string;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

export function useToast(): (message: ToastMessage) => void {
  return use(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const { pathname } = useLocation();
  const [last, setLast] = useState<ToastView | null>(null);
  const [over, setOver] = useState(false);
  const [held, setHeld] = useState(false);

  const show = useCallback(
    (message: ToastMessage) => {
      setLast((before) => ({ ...message, key: (before?.key ?? 0) + 1, page: pathname }));
      setOver(false);
      setHeld(false);
    },
    [pathname],
  );

  const durationMs = last?.action === undefined ? TOAST_MS : TOAST_WITH_ACTION_MS;
  useTimeout(() => setOver(true), last === null || held ? null : durationMs, last);

  if (last !== null && last.page !== pathname) setLast(null);
  const toast = over ? null : last;

  return (
    <ToastContext value={show}>
      {children}
      {/* The words stay in the live region after the toast has gone, for slow readers. */}
      <div role="status" aria-live="polite">
        <VisuallyHidden>{last?.text}</VisuallyHidden>
      </div>
      <div className={styles.region}>
        {toast === null ? null : (
          <div
            key={toast.key}
            className={styles.toast}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <p aria-hidden="true">{toast.text}</p>
            {toast.action === undefined ? null : (
              <button
                type="button"
                className={styles.action}
                onClick={() => {
                  toast.action?.onAct();
                  setOver(true);
                }}
              >
                {toast.action.label}
              </button>
            )}
          </div>
        )}
      </div>
    </ToastContext>
  );
}
