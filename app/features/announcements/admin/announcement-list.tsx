import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { AnnouncementKind } from '#app/domain/plans/plan-change.ts';
import { Chip } from '#app/design/ui/chip.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './announcements.module.css';

export interface ListedAnnouncement {
  id: string;
  kind: AnnouncementKind;
  subject: string;
  body: string;
  whenText: string;
  by: string | null;
  mails: number;
  sent: number;
  failed: number;
  choice: { untilText: string; retained: number; givenBack: number } | null;
  undelivered: { mailId: string; orderId: string | null; orderNumber: string | null; recipient: string }[];
}

export interface Unreachable {
  withoutAddress: { orderId: string; orderNumber: string; name: string | null }[];
  given: number;
}

const KIND_TEXTS: Record<AnnouncementKind, string> = { message: 'Avís', withdrawal: 'Retirat', move: 'Canvi', shrink: 'Menys places' };

/** What was written, how far it got, and who has to be told in another way. */
export function AnnouncementList({ announcements, unreachable }: { announcements: readonly ListedAnnouncement[]; unreachable: Unreachable }): ReactNode {
  return (
    <>
      <UnreachableHolders {...unreachable} />
      {announcements.length === 0 ? null : (
        <section className={adminPage.sheet} aria-labelledby="announced">
          <h2 id="announced" className={ui.heading}>
            El que s'ha escrit
          </h2>
          <ul className={styles.list}>
            {announcements.map((announcement) => (
              <li key={announcement.id} className={ui.stack2}>
                <Announcement {...announcement} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Announcement({ kind, subject, body, whenText, by, mails, sent, failed, choice, undelivered }: ListedAnnouncement): ReactNode {
  const waiting = mails - sent - failed;
  return (
    <>
      <p className={ui.cluster3}>
        <Chip>{KIND_TEXTS[kind]}</Chip> <strong>{subject}</strong>
      </p>
      <p className={ui.small}>
        {whenText}
        {by === null ? '' : ` · ${by}`}
      </p>
      <p className={styles.words}>{body}</p>
      {mails === 0 ? <p>Encara no hi ha cap correu.</p> : <meter className={ui.meter} min={0} max={mails} value={sent} aria-label={`Correus enviats: ${sent} de ${mails}`} />}
      <p>{progressText({ mails, sent, waiting, failed })}</p>
      {choice === null ? null : (
        <p>
          Poden triar fins al {choice.untilText}: {choice.retained} els conserven, {choice.givenBack} els tornen.
        </p>
      )}
      {undelivered.length === 0 ? null : (
        <details open>
          <summary>No els ha arribat ({undelivered.length})</summary>
          <ul className={styles.names}>
            {undelivered.map(({ mailId, orderId, orderNumber, recipient }) => (
              <li key={mailId}>
                {orderId === null ? 'Té un tiquet donat' : <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>} · {recipient}
              </li>
            ))}
          </ul>
          <p>
            <Link to="/admin/mails">Per què, i tornar-los a enviar</Link>
          </p>
        </details>
      )}
    </>
  );
}

function progressText({ mails, sent, waiting, failed }: { mails: number; sent: number; waiting: number; failed: number }): string {
  const parts = [`${sent} de ${mails} ${mails === 1 ? 'correu enviat' : 'correus enviats'}`];
  if (waiting > 0) parts.push(waiting === 1 ? '1 va de camí' : `${waiting} van de camí`);
  if (failed > 0) parts.push(failed === 1 ? '1 no ha arribat' : `${failed} no han arribat`);
  return `${parts.join(', ')}.`;
}

function UnreachableHolders({ withoutAddress, given }: Unreachable): ReactNode {
  if (withoutAddress.length === 0 && given === 0) return null;
  return (
    <section className={adminPage.sheet} aria-labelledby="unreachable">
      <h2 id="unreachable" className={ui.heading}>
        A qui no arriba cap correu
      </h2>
      {given === 0 ? null : <p>{given === 1 ? '1 tiquet donat a qui no va deixar correu: el veu en la pàgina del tiquet, i a qui el va donar li diem que l\'avise.' : `${given} tiquets donats a qui no va deixar correu: els veuen en la pàgina del tiquet, i a qui els va donar li diem que els avise.`}</p>}
      {withoutAddress.length === 0 ? null : (
        <>
          <p>{withoutAddress.length === 1 ? '1 comanda sense correu:' : `${withoutAddress.length} comandes sense correu:`}</p>
          <ul className={styles.names}>
            {withoutAddress.map(({ orderId, orderNumber, name }) => (
              <li key={orderId}>
                <Link to={`/admin/orders/${orderId}`}>{orderNumber}</Link>
                {name === null ? '' : ` · ${name}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
