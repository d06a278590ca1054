import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';

import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Asked for by Esc, the back-drop and the cross; the owner decides whether `open` becomes false. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Actions, always in sight below the scrolling body. */
  footer?: ReactNode;
}

/** A native modal dialog: the browser traps the focus, gives it back and makes the rest inert. A sheet on phones. */
export function Dialog({ open, onClose, title, children, footer }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) {
      measureScrollbar();
      element.showModal();
    }
    if (!open && element.open) element.close();
  }, [open]);

  function ask(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  /** Only a press that began and ended on the back-drop closes: a text selection dragged outside does not. */
  function press(event: MouseEvent<HTMLDialogElement>): void {
    pressedOutside.current = event.target === dialog.current;
  }

  function release(event: MouseEvent<HTMLDialogElement>): void {
    if (pressedOutside.current && event.target === dialog.current) onClose();
    pressedOutside.current = false;
  }

  return (
    // The keyboard's way out is Esc and the cross; the mouse handlers only add the back-drop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={ask}
      // A browser may close without asking (a second Esc): the owner must hear of it.
      onClose={() => {
        if (open) onClose();
      }}
      onMouseDown={press}
      onClick={release}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label="Tancar" onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
    </dialog>
  );
}

/** For `base.css`: 0 where the page is short, and where bars lie over it. */
function measureScrollbar(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
}
