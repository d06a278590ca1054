import { type ReactNode, type RefObject, useState } from 'react';

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
  isQuestioned: boolean;
  name: string;
  onEmail: (email: string) => void;
  onName: (name: string) => void;
}

export function BuyerFields(props: BuyerFieldsProps): ReactNode {
  const [isTyping, setIsTyping] = useState(false);
  if (props.account !== null) return <AccountFields account={props.account} />;
  const { eventId, email, emailError, emailField, suggestion, isQuestioned, name, onEmail, onName } = props;

  function take(typed: string): void {
    onEmail(typed);
    changeCart(eventId, (cart) => ({ ...cart, email: typed }));
  }

  return (
    <>
      <EmailField
        ref={emailField}
        // The one thing that the page asks for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={email === ''}
        label="Email per rebre els tiquets:"
        value={email}
        error={emailError}
        onChange={(event) => {
          setIsTyping(true);
          take(event.target.value);
        }}
        // Under a press of the form's button a suggestion would move the button away.
        onBlur={({ relatedTarget }) => setIsTyping(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')}
      />
      <EmailSuggestion
        domain={isTyping && !isQuestioned ? null : suggestDomain(email)}
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

function AccountFields({ account }: { account: { email: string } }): ReactNode {
  return <TextField label="Els tiquets s'enviaran al teu compte:" type="email" value={account.email} readOnly />;
}
