import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useRef } from 'react';

import { useModal } from '../hooks/use-modal.ts';

import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function Dialog({ open, onClose, title, children, footer }: DialogProps): ReactNode {
  const dialog = useModal(open, (element) => {
    measureScrollbar();
    element.showModal();
  });
  const pressedOutside = useRef(false);
  const titleId = useId();

  function ask(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  }

  /** A text selection dragged out of the dialog must not close it. */
  function press(event: MouseEvent<HTMLDialogElement>): void {
    pressedOutside.current = event.target === dialog.current;
  }

  function release(event: MouseEvent<HTMLDialogElement>): void {
    if (pressedOutside.current && event.target === dialog.current) onClose();
    pressedOutside.current = false;
  }

  return (
    // The keyboard closes by Esc and the cross; the mouse handlers only add the backdrop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={ask}
      // A browser may close it without asking (a second Esc); a late `close` event may come when it is open again.
      onClose={() => {
        if (open && dialog.current?.open === false) onClose();
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

function measureScrollbar(): void {
  const root = document.documentElement;
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`);
}
