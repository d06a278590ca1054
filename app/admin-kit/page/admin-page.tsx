import { type ReactNode, use, useEffect, useRef } from 'react';
import { Link } from 'react-router';

import { Banner } from '#app/ui/feedback/banner.tsx';

import type { FormReply } from '../form/form-reply.ts';
import styles from './admin-page.module.css';
import { MessageContext } from './message-context.ts';
import { PasswordPrompt } from './password-prompt.tsx';

export interface AdminPageProps {
  title: string;
  /** A line below the title. */
  lead?: ReactNode;
  /** The page above this one. */
  back?: { to: string; text: string };
  /** Beside the title: what one comes here to do. */
  actions?: ReactNode;
  /** The page's `actionData`: why nothing was done. */
  reply?: Pick<FormReply, 'problem' | 'ask'> | undefined;
  /** `text`: as wide as forms are read. */
  width?: 'text';
  children: ReactNode;
}

/** An admin page: a slim head, what has just been done or refused, and its parts one below the other. */
export function AdminPage({ title, lead, back, actions, reply, width, children }: AdminPageProps): ReactNode {
  const message = use(MessageContext);
  const problem = useRef<HTMLDivElement>(null);
  // The button that was refused may stand far below.
  useEffect(() => problem.current?.focus(), [reply]);
  return (
    <div className={`${styles.page} ${width === 'text' ? styles.text : ''}`}>
      <div className={styles.head}>
        <div className={styles.words}>
          {back === undefined ? null : (
            <Link to={back.to} className={styles.back}>
              ← {back.text}
            </Link>
          )}
          <h1 className={styles.title}>{title}</h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
      {reply?.problem === undefined ? null : <Banner ref={problem} tone="error" title={reply.problem} live="alert" />}
      <PasswordPrompt ask={reply?.ask} />
      {message === null || reply !== undefined ? null : <Banner tone="success" title={message} live="status" />}
      {children}
    </div>
  );
}
