import { type ReactNode, type RefObject, useState } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { EmailField, TextField } from '#app/design/ui/forms/field.tsx';

import { changeCart } from '#app/platform/client-state/cart-storage.ts';
import { suggestDomain, withDomain } from '#app/domain/people/email-suggestion.ts';
import { EmailSuggestion } from '#app/design/ui/forms/email-suggestion.tsx';
import type { Viewer } from '../order/event-for-order.ts';

const MAX_NAME_LENGTH = 120;

export interface BuyerFieldsProps {
  eventId: number;
  account: Viewer['account'];
  email: string;
  emailError: string | null;
  emailField: RefObject<HTMLInputElement | null>;
  suggestion: RefObject<HTMLButtonElement | null>;
  name: string;
  onEmail: (email: string) => void;
  onName: (name: string) => void;
}

export function BuyerFields(props: BuyerFieldsProps): ReactNode {
  const [isTyping, setIsTyping] = useState(false);
  if (props.account !== null) return <AccountFields account={props.account} />;
  const { eventId, email, emailError, emailField, suggestion, name, onEmail, onName } = props;

  function take(typed: string): void {
    onEmail(typed);
    changeCart(eventId, (cart) => ({ ...cart, email: typed }));
  }

  return (
    <>
      <Banner tone="info" title="Usuari extern">
        <p>No cal cap compte: rebràs els tiquets per correu i els podràs descarregar en acabar.</p>
      </Banner>
      <EmailField
        ref={emailField}
        label="Email per rebre els tiquets:"
        value={email}
        error={emailError}
        onChange={(event) => {
          setIsTyping(true);
          take(event.target.value);
        }}
        onBlur={() => setIsTyping(false)}
      />
      <EmailSuggestion
        domain={isTyping ? null : suggestDomain(email)}
        button={suggestion}
        onTake={(domain) => {
          take(withDomain(email, domain));
          emailField.current?.focus();
        }}
      />
      <TextField
        label="Nom (opcional)"
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => {
          const typed = event.target.value;
          onName(typed);
          changeCart(eventId, (cart) => ({ ...cart, name: typed }));
        }}
      />
    </>
  );
}

function AccountFields({ account }: { account: { email: string; name: string } }): ReactNode {
  return (
    <>
      <Banner tone="success" title="Usuari registrat">
        <p>{account.name}</p>
      </Banner>
      <TextField label="Els tiquets s'enviaran al teu compte:" type="email" value={account.email} readOnly />
    </>
  );
}
