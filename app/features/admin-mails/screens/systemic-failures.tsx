import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import adminPage from '#app/ui/layout/admin-page.module.css';

import type { SystemicFailure } from '#app/features/mail/admin-mails/service.server.ts';
import { TROUBLE_WORDS } from './mail-words.ts';
import styles from './systemic-failures.module.css';

/** Mails that one trouble of ours has stopped: all are sent again at once, once somebody has said so twice. */
export function SystemicFailures({ failures }: { failures: readonly SystemicFailure[] }): ReactNode {
  return failures.map(({ trouble, count }) => (
    <Banner key={trouble} tone="warning" title={`${count} correus no han eixit pel mateix motiu`}>
      <p>{TROUBLE_WORDS[trouble]}</p>
      <details className={adminPage.more}>
        <summary>Tornar a enviar els {count}</summary>
        <Form method="post" className={styles.confirm}>
          <p>Fes-ho quan el motiu estiga resolt. Eixiran un darrere de l'altre, al ritme que admet el servidor de correu.</p>
          <input type="hidden" name="trouble" value={trouble} />
          <Button type="submit" name="intent" value="all-again">
            Sí, enviar {count} correus
          </Button>
        </Form>
      </details>
    </Banner>
  ));
}
