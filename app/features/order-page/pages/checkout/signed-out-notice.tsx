import { type ReactNode, type Ref, useState } from 'react';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';

import type { Viewer } from '../order/event-for-order.ts';

type Account = NonNullable<Viewer['account']>;

export function useSignedOut(account: Account | null): { lost: Account | null; goOnWithout: () => void } {
  const [known, setKnown] = useState(account);
  if (account !== null && account.email !== known?.email) setKnown(account);
  return { lost: account === null ? known : null, goOnWithout: () => setKnown(null) };
}

export interface SignedOutNoticeProps {
  account: Account;
  eventId: number;
  banner: Ref<HTMLDivElement>;
  onGoOn: () => void;
}

export function SignedOutNotice({ account, eventId, banner, onGoOn }: SignedOutNoticeProps): ReactNode {
  return (
    <Banner ref={banner} tone="warning" live="alert" title="La teua sessió s'ha tancat">
      <p>
        Compraves amb el compte {account.email}. Torna a iniciar sessió, que el cistell t'espera; o compra sense compte, al preu de
        tothom.
      </p>
      <ButtonLink to={loginBackTo(`/checkout/${eventId}`)}>Iniciar Sessió</ButtonLink>
      <Button tone="quiet" onClick={onGoOn}>
        Continuar sense compte
      </Button>
    </Banner>
  );
}
