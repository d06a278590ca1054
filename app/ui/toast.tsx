import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

import styles from './toast.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Spec §9. While a pointer or the focus rests on it the toast stays. */
const TOAST_MS = 3000;

export interface ToastMessage {
  text: string;
  action?: { label: string; onAct: () => void };
}

interface ShownToast extends ToastMessage {
  key: number;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Shows a short message for 3 s: `const toast = useToast(); toast({ text: 'Guardat' })`. */
export function useToast(): (message: ToastMessage) => void {
  return use(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const [spoken, setSpoken] = useState('');
  const [held, setHeld] = useState(false);

  const show = useCallback((message: ToastMessage) => {
    setToast((last) => ({ ...message, key: (last?.key ?? 0) + 1 }));
    setSpoken(message.text);
    setHeld(false);
  }, []);

  useEffect(() => {
    if (toast === null || held) return undefined;
    const timer = setTimeout(() => setToast(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, held]);

  return (
    <ToastContext value={show}>
      {children}
      {/* The words stay in the live region after the toast has gone, so that a slow reader still finds them. */}
      <div role="status" aria-live="polite">
        <VisuallyHidden>{spoken}</VisuallyHidden>
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
                  setToast(null);
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
