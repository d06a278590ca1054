import type { ReactNode } from 'react';

import { ADMISSION_ADVICE } from '#app/domain/ticket/admission-advice.ts';
import { type AdmissionTone, answerTone } from '#app/domain/ticket/admission-text.ts';

import { INSIDE } from '../client/door-mode.ts';
import type { DoorAnswer } from '../schema.ts';
import styles from './answer.module.css';
import { type DishChoice, TicketDetails } from './ticket-details.tsx';

const ICONS: Record<AdmissionTone, string> = { yes: '✓', warn: '!', no: '✕' };

export function Answer({ answer, isLocal }: { answer: DoorAnswer; isLocal: boolean }): ReactNode {
  const tone = answerTone(answer);
  const missing = answer.ticket === undefined || answer.code !== 'ADMITTED' ? 0 : answer.ticket.party.size - answer.ticket.party.inside;
  return (
    <section className={styles.answer} role={tone === 'yes' ? 'status' : 'alert'} aria-label="Resultat">
      <span className={styles.icon} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <h2 className={styles.message}>{answer.message || 'Ticket no vàlid'}</h2>
      <Advice code={answer.code} />
      {isLocal ? <p className={styles.local}>Decidit sense connexió</p> : null}
      {answer.ticket === undefined ? null : <TicketDetails ticket={answer.ticket} facts="short" />}
      {missing > 0 ? <p className={styles.party}>{missing === 1 ? "En esta comanda en falta 1" : `En esta comanda en falten ${missing}`}</p> : null}
    </section>
  );
}

function stateText({ success, message }: DoorAnswer): string {
  if (message === INSIDE) return `✅ ${message}`;
  return message === 'Tiquet vàlid' ? '✅ Disponible' : `${success ? '🍽️' : '❌'} ${message}`;
}

export function Preview({ answer, isLocal, choice = null }: { answer: DoorAnswer; isLocal: boolean; choice?: DishChoice | null }): ReactNode {
  return (
    <section className={styles.preview} role="status" aria-label="Previsualització del Tiquet">
      {answer.ticket === undefined ? (
        <h2 className={styles.message}>{answer.message || 'Ticket no vàlid'}</h2>
      ) : (
        <>
          <h2 className={styles.title}>Previsualització del Tiquet</h2>
          <p className={styles.state}>{stateText(answer)}</p>
          <TicketDetails ticket={answer.ticket} facts={answer.ticket.dishes === undefined ? 'all' : 'short'} choice={answer.success ? choice : null} />
        </>
      )}
      <Advice code={answer.code} />
      {isLocal ? <p className={styles.local}>Decidit sense connexió</p> : null}
    </section>
  );
}

function Advice({ code }: { code: DoorAnswer['code'] }): ReactNode {
  if (code === 'VALID' || code === 'ADMITTED' || code === 'SERVED') return null;
  return (
    <p className={styles.detail}>
      <b>Detall:</b> {ADMISSION_ADVICE[code]}
    </p>
  );
}
