import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { INVALID_EMAIL_TEXT, looksLikeEmail, type RefusedOrder } from '#app/domain/cart/checkout-banner.ts';
import { Button } from '#app/design/ui/button.tsx';
import { useToast } from '#app/design/ui/feedback/toast.tsx';
import { EmailField } from '#app/design/ui/forms/field.tsx';
import { NO_CONNECTION } from '#app/platform/client-state/lost-connection.ts';

import { postAddress } from '../../client/order-calls.ts';
import type { OrderState } from '../../schema.ts';
import { suggestDomain, withDomain } from '#app/domain/people/email-suggestion.ts';
import { EmailSuggestion } from '#app/design/ui/forms/email-suggestion.tsx';
import styles from './correct-address.module.css';

export interface AddressFormProps {
  order: OrderState;
  onCorrecting: (isCorrecting: boolean) => void;
}

export function AddressForm({ order, onCorrecting }: AddressFormProps): ReactNode {
  const [email, setEmail] = useState('');
  const [isTyping, setIsTyping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const toast = useToast();

  function refuse(why: string): void {
    setProblem(why);
    field.current?.focus();
  }

  async function send(submitted: FormEvent): Promise<void> {
    submitted.preventDefault();
    if (!looksLikeEmail(email.trim())) return refuse(INVALID_EMAIL_TEXT);
    setBusy(true);
    onCorrecting(true);
    setProblem(null);
    const answer = await postAddress(order.orderId, email.trim());
    setBusy(false);
    if (!answer.ok) {
      onCorrecting(false);
      return refuse(whyNot(answer.refusal));
    }
    // The correction has given the order a new address; the old one is 404.
    await navigate(`/payment-success?order_id=${answer.value.orderId}`, { replace: true });
    onCorrecting(false);
    toast({ text: `Correu corregit: els tiquets van a ${answer.value.email}` });
  }

  return (
    <form noValidate className={styles.form} onSubmit={(submitted) => void send(submitted)}>
      <p>T'enviarem els tiquets de nou, amb codis nous: els del correu d'abans deixen de valdre. Només es pot fer una vegada.</p>
      <EmailField
        ref={field}
        label="El teu correu:"
        value={email}
        error={problem}
        onChange={(event) => {
          setIsTyping(true);
          setEmail(event.target.value);
        }}
        onBlur={() => setIsTyping(false)}
      />
      <EmailSuggestion domain={isTyping ? null : suggestDomain(email)} onTake={(domain) => setEmail(withDomain(email, domain))} />
      <Button type="submit" tone="quiet" busy={busy} busyLabel="Enviant...">
        Corregir i enviar
      </Button>
    </form>
  );
}

function whyNot({ code, message }: RefusedOrder): string {
  switch (code) {
    case 'INVALID_EMAIL':
      return INVALID_EMAIL_TEXT;
    case 'UNREACHABLE':
      return NO_CONNECTION;
    // The server made the correction and its answer was lost.
    case 'ORDER_NOT_FOUND':
      return 'Ja està corregit: mira el correu, que els tiquets hi van.';
    case 'RATE_LIMITED':
      return "Ja hem enviat massa correus a esta adreça. Torna-ho a provar d'ací a una hora.";
    default:
      return message === '' ? 'No ho hem pogut corregir. Torna-ho a provar.' : message;
  }
}
