import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

import styles from './button.module.css';

/** `primary` once per view; `quiet` beside it; `danger` destroys; `text` in cards; `night` on a dark ground. */
export type ButtonTone = 'primary' | 'quiet' | 'danger' | 'text' | 'night';

interface Look {
  tone?: ButtonTone;
  wide?: boolean;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  busy?: boolean;
  busyLabel?: ReactNode;
  /** Ignores the second click of a double one, which was meant for the button that stood here before. */
  single?: boolean;
  onStopped?: () => void;
}

function classOf({ tone = 'primary', wide = false }: Look): string {
  return [styles.button, styles[tone], wide ? styles.wide : ''].filter(Boolean).join(' ');
}

export function Button({ tone, wide, busy, busyLabel, single = false, children, onClick, onStopped, type = 'button', ...rest }: ButtonProps): ReactNode {
  const stopped = busy === true || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';

  function answer(event: MouseEvent<HTMLButtonElement>): void {
    // `disabled` would drop the focus.
    if (stopped || (single && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
    if (stopped && busy !== true) onStopped?.();
  }

  return (
    <button
      {...rest}
      type={type}
      className={classOf({ tone, wide })}
      onClick={answer}
      aria-busy={busy === true ? true : undefined}
      aria-disabled={stopped ? true : undefined}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <span className={styles.labels}>
          <span className={busy === true ? styles.hidden : undefined}>{children}</span>
          <span className={busy === true ? undefined : styles.hidden}>{busyLabel}</span>
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends Omit<LinkProps, 'className'>, Look {}

export function ButtonLink({ tone, wide, ...rest }: ButtonLinkProps): ReactNode {
  return <Link {...rest} className={classOf({ tone, wide })} />;
}

export interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className'>, Look {}

export function ButtonAnchor({ tone, wide, children, ...rest }: ButtonAnchorProps): ReactNode {
  return (
    <a {...rest} className={classOf({ tone, wide })}>
      {children}
    </a>
  );
}
