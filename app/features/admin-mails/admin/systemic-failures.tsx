import type { ReactNode } from 'react';

import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import type { SystemicFailure } from '#app/features/mail/admin-mails/service.server.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

import { FAILURE_WORDS } from './mail-words.ts';

export function SystemicFailures({ failures }: { failures: readonly SystemicFailure[] }): ReactNode {
  return failures.map(({ failure, count }) => (
    <Banner key={failure} tone="warning" title={`${count} correus no han eixit pel mateix motiu`}>
      <p>{FAILURE_WORDS[failure]}</p>
      <ConfirmAction
        label={`Tornar a enviar els ${count}`}
        tone="quiet"
        title={`Tornar a enviar ${count} correus?`}
        intent="all-again"
        values={{ failure }}
        confirmLabel={`Sí, enviar ${count} correus`}
        confirmTone="primary"
      >
        <p>Fes-ho quan el motiu estiga resolt. Eixiran un darrere de l'altre, al ritme que admet el servidor de correu.</p>
      </ConfirmAction>
    </Banner>
  ));
}
