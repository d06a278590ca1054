import type { ReactNode } from 'react';

import { instantText } from '#app/domain/time/instant-text.ts';

import styles from './programs.module.css';
import type { ListedWebhook } from '../schema.ts';

export function WebhookState({ webhook }: { webhook: ListedWebhook }): ReactNode {
  const { url, events, people, waiting, givenUp, failingSince, nextAttemptAt } = webhook;
  return (
    <>
      <p className={styles.code}>
        <b>{url}</b>
      </p>
      <p className={styles.code}>
        {events.join(', ')}
        {people ? ' · diu qui és' : ''}
      </p>
      <p>
        {failingSince === null ? 'Contesta' : `No contesta des del ${instantText(failingSince)}`}
        {failingSince === null || nextAttemptAt === null ? '' : `; ho tornem a provar el ${instantText(nextAttemptAt)}`}
        {waiting === 0 ? '.' : ` · ${waiting === 1 ? '1 avís espera' : `${waiting} avisos esperen`}.`}
      </p>
      {givenUp === 0 ? null : (
        <p>
          <b>{givenUp === 1 ? '1 avís no ha arribat' : `${givenUp} avisos no han arribat`}</b> en tres dies de provar-ho.
        </p>
      )}
    </>
  );
}
