import type { ReactNode } from 'react';

import { type MailPreview, ticketRecipientsText } from '#app/design/admin-kit/form/form-reply.ts';
import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './announcements.module.css';

/** The mail as it was typed when it was asked for. */
export function MailPreviewBox({ preview }: { preview: MailPreview | undefined }): ReactNode {
  const box = useFocusOnAnswer(preview);
  if (preview === undefined) return null;
  const { sentTo, subject, text } = preview;
  return (
    <section ref={box} tabIndex={-1} className={adminPage.sheet} aria-labelledby="mail-preview">
      <h2 id="mail-preview" className={ui.heading}>
        Així eixirà
      </h2>
      <p>{sentTo === undefined ? `${recipientsText(preview)} No s'ha enviat res encara.` : `La prova va de camí a ${sentTo}. A ningú més no li ha arribat res.`}</p>
      <p className={ui.strong}>{subject}</p>
      <pre className={styles.text}>{text}</pre>
    </section>
  );
}

type Recipients = Pick<MailPreview, 'recipients' | 'ticketRecipients'>;

export function recipientsText({ recipients, ticketRecipients }: Recipients): string {
  if (recipients + ticketRecipients === 0) return 'Ara mateix no hi ha ningú amb tiquets vàlids i correu.';
  const orders = recipients === 1 ? 'a 1 comanda, amb el seu número' : `a ${recipients} comandes, cada una amb el seu número`;
  return `Va ${[...(recipients === 0 ? [] : [orders]), ...(ticketRecipients === 0 ? [] : [ticketRecipientsText(ticketRecipients)])].join(', i ')}.`;
}

export function sendText({ recipients, ticketRecipients }: Recipients): string {
  const orders = recipients === 1 ? 'a 1 comanda' : `a ${recipients} comandes`;
  return `Enviar ${[...(recipients === 0 && ticketRecipients > 0 ? [] : [orders]), ...(ticketRecipients === 0 ? [] : [ticketRecipients === 1 ? 'a 1 tiquet donat' : `a ${ticketRecipients} tiquets donats`])].join(' i ')}`;
}
