import type { ReactNode } from 'react';

import { instantText } from '#app/domain/time/instant-text.ts';

import styles from './programs.module.css';
import type { ListedWebhook } from '../schema.ts';

/** Deliveries are forgotten after thirty days. */
function answersText({ failingSince, lastDeliveredAt }: ListedWebhook): string {
  if (failingSince !== null) return `No contesta des del ${instantText(failingSince)}`;
  return lastDeliveredAt === null ? 'Cap avís entregat els últims 30 dies' : `Contesta: l'últim avís, el ${instantText(lastDeliveredAt)}`;
}

export function WebhookState({ webhook }: { webhook: ListedWebhook }): ReactNode {
  const { url, events, people, waiting, givenUp, nextAttemptAt, failingSince } = webhook;
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
        {answersText(webhook)}
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
