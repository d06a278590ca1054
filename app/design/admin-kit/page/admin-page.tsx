import { type ReactNode, use } from 'react';
import { Link, useNavigation } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { useSlow } from '#app/design/ui/feedback/slow.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { FormReply } from '../form/form-reply.ts';
import styles from './admin-page.module.css';
import { MessageContext } from './message-context.ts';
import { PasswordPrompt } from './password-prompt.tsx';

export interface AdminPageProps {
  title: string;
  lead?: ReactNode;
  back?: { to: string; text: string };
  actions?: ReactNode;
  reply?: Pick<FormReply, 'problem' | 'ask'> | undefined;
  width?: 'text';
  children: ReactNode;
}

export function AdminPage({ title, lead, back, actions, reply, width, children }: AdminPageProps): ReactNode {
  const message = use(MessageContext);
  const problem = useFocusOnAnswer(reply);
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
        {actions === undefined ? null : <div className={ui.cluster3}>{actions}</div>}
      </div>
      {reply?.problem === undefined ? null : <Banner ref={problem} tone="error" title={reply.problem} live="alert" />}
      <StillWaiting />
      <PasswordPrompt ask={reply?.ask} />
      {message === null || reply !== undefined ? null : (
        <div className={ui.noPrint}>
          <Banner tone="success" title={message} live="status" />
        </div>
      )}
      {children}
    </div>
  );
}

const SILENT_AFTER_MS = 4_000;

/** A network that swallows everything fails only after minutes. */
function StillWaiting(): ReactNode {
  const { formMethod, state } = useNavigation();
  if (!useSlow(formMethod === 'POST' && state === 'submitting', SILENT_AFTER_MS)) return null;
  return (
    <Banner tone="warning" live="status" title="Encara no contesta ningú">
      <p>Potser no hi ha cobertura. El que has escrit continua ací, i ho continuem provant.</p>
    </Banner>
  );
}
