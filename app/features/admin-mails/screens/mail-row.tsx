import type { ReactNode } from 'react';
import { Form } from 'react-router';

import type { EmailStatus } from '#app/domain/order/status.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { EmailField } from '#app/ui/forms/field.tsx';
import { useFocusOnWrongField } from '#app/ui/forms/focus-on-wrong-field.ts';
import adminPage from '#app/ui/layout/admin-page.module.css';

import { reasonText, serverAnswer, STATUS_WORDS } from './mail-words.ts';
import styles from './mail-row.module.css';

/** Instants in words. */
export interface ShownMail {
  id: string;
  /** What people call its kind. */
  name: string;
  status: EmailStatus;
  recipient: string;
  attempts: number;
  writtenAt: string;
  sentAt: string | null;
  /** Null when nothing is tried any more. */
  againAt: string | null;
  lastError: string | null;
  order: { orderNumber: string; email: string } | null;
}

/** What somebody typed as an order's new address, and what is wrong with it. */
export interface TypedAddress {
  mailId: string;
  typed: string;
  error: string | null;
}

/** One mail: to whom, what became of it, and what can be done about it. */
export function MailRow({ mail, address }: { mail: ShownMail; address: TypedAddress | null }): ReactNode {
  const { text, tone } = STATUS_WORDS[mail.status];
  return (
    <article className={adminPage.sheet} aria-labelledby={`mail-${mail.id}`}>
      <div className={styles.head}>
        <h2 id={`mail-${mail.id}`} className={styles.title}>
          {mail.recipient}
        </h2>
        <Chip tone={tone}>{text}</Chip>
      </div>
      <p className={adminPage.facts}>
        {mail.name}
        {mail.order === null ? null : ` · ${mail.order.orderNumber}`} · {mail.writtenAt}
        {mail.sentAt === null ? null : ` · eixit ${mail.sentAt}`}
      </p>
      {mail.status === 'sent' || mail.lastError === null ? null : <Trouble mail={mail} reason={mail.lastError} />}
      <Deeds mail={mail} address={address} />
    </article>
  );
}

function Trouble({ mail: { attempts, againAt }, reason }: { mail: ShownMail; reason: string }): ReactNode {
  const answer = serverAnswer(reason);
  return (
    <div>
      <p>{reasonText(reason)}</p>
      <p className={adminPage.facts}>
        {attempts === 1 ? '1 intent' : `${attempts} intents`}
        {againAt === null ? null : ` · pròxim: ${againAt}`}
        {answer === null ? null : (
          <>
            {' · '}
            <span className={styles.answer}>{answer}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Deeds({ mail, address }: { mail: ShownMail; address: TypedAddress | null }): ReactNode {
  const form = useFocusOnWrongField(address);
  const canSend = mail.status === 'failed' || mail.againAt !== null;
  return (
    <div className={styles.actions}>
      {canSend ? (
        <Form method="post">
          <input type="hidden" name="mail" value={mail.id} />
          <Button type="submit" name="intent" value="again" tone="quiet">
            Tornar a enviar
          </Button>
        </Form>
      ) : null}
      {mail.order === null ? null : (
        <details className={`${adminPage.more} ${styles.address}`} open={address !== null}>
          <summary>Corregir l'adreça</summary>
          <Form ref={form} method="post" className={styles.form} noValidate>
            <input type="hidden" name="mail" value={mail.id} />
            <input type="hidden" name="comanda" value={mail.order.orderNumber} />
            <input type="hidden" name="from" value={mail.order.email} />
            <EmailField
              key={mail.order.email}
              label={`Correu de la comanda ${mail.order.orderNumber}`}
              name="to"
              autoComplete="off"
              defaultValue={address?.typed ?? mail.order.email}
              error={address?.error ?? null}
            />
            <Button type="submit" name="intent" value="address">
              Canviar i enviar
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}
