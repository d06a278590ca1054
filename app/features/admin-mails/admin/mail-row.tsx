import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm, useIsSending } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';
import type { EmailStatus } from '#app/domain/order/status.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { addressForm } from '#app/design/admin-kit/form/address-form.ts';
import { FAILURE_WORDS, serverAnswer, STATUS_WORDS } from './mail-words.ts';
import styles from './mail-row.module.css';

export interface MailView {
  id: string;
  name: string;
  status: EmailStatus;
  recipient: string;
  attempts: number;
  writtenAt: string;
  sentAt: string | null;
  againAt: string | null;
  failure: DeliveryFailure | null;
  lastError: string | null;
  order: { orderNumber: string; email: string } | null;
}

export function MailRow({ mail, reply }: { mail: MailView; reply: FormReply | undefined }): ReactNode {
  const { text, tone } = STATUS_WORDS[mail.status];
  return (
    <article className={adminPage.sheet} aria-labelledby={`mail-${mail.id}`}>
      <div className={styles.head}>
        <h2 id={`mail-${mail.id}`} className={styles.title}>
          {mail.recipient}
        </h2>
        <Chip tone={tone}>{text}</Chip>
      </div>
      <p className={ui.facts}>
        {mail.name}
        {mail.order === null ? null : ` · ${mail.order.orderNumber}`} · {mail.writtenAt}
        {mail.sentAt === null ? null : ` · eixit ${mail.sentAt}`}
      </p>
      {mail.status === 'sent' || mail.failure === null ? null : <Failure mail={mail} failure={mail.failure} />}
      <MailActions mail={mail} reply={reply} />
    </article>
  );
}

function Failure({ mail: { attempts, againAt, lastError }, failure }: { mail: MailView; failure: DeliveryFailure }): ReactNode {
  const answer = serverAnswer(failure, lastError);
  return (
    <div>
      <p>{FAILURE_WORDS[failure]}</p>
      <p className={ui.facts}>
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

function MailActions({ mail, reply }: { mail: MailView; reply: FormReply | undefined }): ReactNode {
  const canSend = mail.recipient !== '' && (mail.status === 'failed' || mail.againAt !== null);
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
      {mail.order === null ? null : <AddressForm mailId={mail.id} order={mail.order} reply={reply} />}
    </div>
  );
}

interface AddressFormProps {
  mailId: string;
  order: { orderNumber: string; email: string };
  reply: FormReply | undefined;
}

function AddressForm({ mailId, order: { orderNumber, email }, reply }: AddressFormProps): ReactNode {
  const state = useAdminForm({ intent: 'address', row: mailId, schema: addressForm, sent: { comanda: orderNumber, from: email }, defaultValue: { to: email }, reply });
  return (
    <details className={`${adminPage.more} ${styles.address}`} open={state.reply !== undefined || state.isDrafted}>
      <summary>Corregir l'adreça</summary>
      <AdminForm state={state}>
        <div className={styles.form}>
          <TextInput field={state.fields.to} label={`Correu de la comanda ${orderNumber}`} type="email" inputMode="email" spellCheck={false} />
          <Button type="submit" busy={useIsSending('address')}>
            Canviar i enviar
          </Button>
        </div>
      </AdminForm>
    </details>
  );
}
