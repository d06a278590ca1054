import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import styles from './toast.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** Spec §9. While a pointer or the focus rests on it the toast stays. */
const TOAST_MS = 3000;
/** One that offers something is first read, then thought about, then reached (WCAG 2.2.1). */
const TOAST_WITH_ACTION_MS = 10_000;

export interface ToastMessage {
  text: string;
  action?: { label: string; onAct: () => void };
}

interface ShownToast extends ToastMessage {
  key: number;
  /** The page it speaks of: it goes with it. */
  page: string;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a short message for 3 s, or for 10 s when it offers something, on this page alone: `const toast = useToast(); toast({ text: 'Guardat' })`. */
export function useToast(): (message: ToastMessage) => void {
  return use(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const { pathname } = useLocation();
  const [last, setLast] = useState<ShownToast | null>(null);
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

  useEffect(() => {
    if (last === null || held) return undefined;
    const timer = setTimeout(() => setOver(true), last.action === undefined ? TOAST_MS : TOAST_WITH_ACTION_MS);
    return () => clearTimeout(timer);
  }, [last, held]);

  if (last !== null && last.page !== pathname) setLast(null);
  const toast = over ? null : last;

  return (
    <ToastContext value={show}>
      {children}
      {/* The words stay in the live region after the toast has gone, so that a slow reader still finds them. */}
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
