import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { ConfirmAction } from '#app/design/admin-kit/page/confirm-action.tsx';
import { ordinalText, type WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import { Button } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './admin-waiting-list.module.css';
import { ENTRY_WORDS } from './entry-words.ts';

export interface EntryView {
  id: string;
  /** Null once erased. */
  email: string | null;
  places: number;
  status: WaitlistStatus;
  /** Only while it waits. */
  position: number | null;
  since: string | null;
  /** The offer's end. */
  until: string | null;
  ended: string | null;
  order: { id: string; number: string } | null;
  mayBeOffered: boolean;
}

export function EntryRow({ entry }: { entry: EntryView }): ReactNode {
  const { id, email, places, status, position, since, until, ended, order, mayBeOffered } = entry;
  const { text, tone } = ENTRY_WORDS[status];
  const facts = [
    { name: 'Correu', value: email ?? '—' },
    { name: 'Persones', value: String(places) },
  ];
  const isLive = status === 'waiting' || status === 'offered';
  return (
    <li className={styles.entry}>
      <div className={ui.breakable}>
        <p className={styles.name}>
          {position === null ? null : `${ordinalText(position)} · `}
          {places === 1 ? '1 persona' : `${places} persones`} <Chip tone={tone}>{text}</Chip>
        </p>
        <p className={ui.facts}>
          {email ?? 'Correu esborrat'}
          {since === null ? null : ` · apuntat ${since}`}
          {until === null ? null : ` · fins ${until}`}
          {isLive || ended === null ? null : ` · ${ended}`}
          {order === null ? null : (
            <>
              {' · '}
              <Link to={`/admin/orders/${order.id}`}>{order.number}</Link>
            </>
          )}
        </p>
      </div>
      {isLive ? (
        <div className={ui.cluster3}>
          {mayBeOffered ? (
            <Form method="post">
              <input type="hidden" name="party" value={id} />
              <Button type="submit" tone="quiet" name="intent" value="offer" single>
                Oferir-li ara
              </Button>
            </Form>
          ) : null}
          <ConfirmAction label="Llevar" tone="quiet" title="Vols llevar este grup de la llista?" facts={facts} intent="remove" values={{ party: id }} confirmLabel="Llevar i avisar-lo" busyLabel="Llevant…" />
        </div>
      ) : null}
    </li>
  );
}
