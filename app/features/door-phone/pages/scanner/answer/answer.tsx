import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';

import { ADMISSION_ADVICE, type AdmissionTone } from '#app/domain/door/verdict.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { NO_TABLE } from '#app/domain/seating/table-text.ts';
import { INSIDE } from '#app/domain/door/mode.ts';
import { type AnswerView, isUnread, toneOfAnswer, UNREAD_WORDS } from '#app/domain/door/unread.ts';

import styles from './answer.module.css';
import { type DishChoice, ScannedMenu, TicketEventFacts, TicketName } from '../ticket-details.tsx';

interface AnswerProps {
  ref?: Ref<HTMLElement>;
  answer: AnswerView;
  refusal: string;
  isLocal: boolean;
  /** Whether the page where somebody without a table is seated opens for this scanner. */
  maySeat?: boolean;
}

export function ScanAnswer({ ref, answer, refusal, isLocal, maySeat = false }: AnswerProps): ReactNode {
  const tone = toneOfAnswer(answer);
  const { ticket } = answer;
  const missing = ticket === undefined || answer.code !== 'ADMITTED' ? 0 : ticket.party.size - ticket.party.inside;
  return (
    <section ref={ref} className={styles.answer} role={tone === 'yes' ? 'status' : 'alert'} aria-label="Resultat">
      <div className={styles.head}>
        <AnswerSign tone={tone} />
        <Refusal answer={answer} refusal={refusal} />
        <h2 className={tone === 'yes' ? styles.message : styles.reason}>{answer.message || 'Ticket no vàlid'}</h2>
      </div>
      {ticket === undefined ? null : <TicketName ticket={ticket} />}
      <TableLine ticket={ticket} maySeat={maySeat && !isLocal} />
      {missing > 0 ? <p className={ui.heading}>{missing === 1 ? "En esta comanda en falta 1" : `En esta comanda en falten ${missing}`}</p> : null}
      {isLocal ? <p className={styles.local}>Decidit sense connexió</p> : null}
      <Advice code={answer.code} />
      {ticket === undefined ? null : <ScannedMenu ticket={ticket} />}
    </section>
  );
}

/** Where to go, in the size of the queue; whoever has no table is seated from here. */
function TableLine({ ticket, maySeat }: { ticket: AnswerView['ticket']; maySeat: boolean }): ReactNode {
  if (ticket === undefined || ticket.table === null) return null;
  return (
    <p className={styles.table}>
      {ticket.table}
      {maySeat && ticket.table === NO_TABLE ? (
        <>
          {' '}
          <Link to={`/admin/seure?tiquet=${encodeURIComponent(ticket.ticketNumber)}`} className={styles.seat}>
            Seure
          </Link>
        </>
      ) : null}
    </p>
  );
}

function stateText({ success, message }: AnswerView): string {
  if (message === INSIDE) return `✅ ${message}`;
  return message === 'Tiquet vàlid' ? '✅ Disponible' : `${success ? '🍽️' : '❌'} ${message}`;
}

export function Preview({ ref, answer, refusal, isLocal, maySeat = false, choice = null }: AnswerProps & { choice?: DishChoice | null }): ReactNode {
  const tone = toneOfAnswer(answer);
  const { ticket } = answer;
  return (
    <section ref={ref} className={styles.answer} role={tone === 'yes' ? 'status' : 'alert'} aria-label="Previsualització del Tiquet">
      <div className={styles.head}>
        <AnswerSign tone={tone} />
        <Refusal answer={answer} refusal={refusal} />
        {ticket === undefined ? <h2 className={styles.reason}>{answer.message || 'Ticket no vàlid'}</h2> : <p className={tone === 'yes' ? styles.state : styles.reason}>{stateText(answer)}</p>}
      </div>
      {ticket === undefined ? null : <TicketName ticket={ticket} />}
      <TableLine ticket={ticket} maySeat={maySeat && !isLocal} />
      {isLocal ? <p className={styles.local}>Decidit sense connexió</p> : null}
      <Advice code={answer.code} />
      {ticket === undefined ? null : (
        <div className={ui.column3}>
          <h2 className={styles.title}>Previsualització del Tiquet</h2>
          <ScannedMenu ticket={ticket} choice={answer.success ? choice : null} />
          {ticket.dishes === undefined ? <TicketEventFacts ticket={ticket} /> : null}
        </div>
      )}
    </section>
  );
}

/** Readable from the distance of the queue. */
function Refusal({ answer, refusal }: { answer: AnswerView; refusal: string }): ReactNode {
  const tone = toneOfAnswer(answer);
  if (tone === 'yes') return null;
  return <p className={styles.word}>{isUnread(answer) ? UNREAD_WORDS[answer.code].word : answer.code === 'VALID' && tone === 'warn' ? 'Sense marcar' : refusal}</p>;
}

function Advice({ code }: { code: AnswerView['code'] }): ReactNode {
  if (code === 'VALID' || code === 'ADMITTED' || code === 'SERVED') return null;
  return (
    <p className={styles.detail}>
      <b>Detall:</b> {code === 'NOT_WHOLE' || code === 'FOREIGN' ? UNREAD_WORDS[code].advice : ADMISSION_ADVICE[code]}
    </p>
  );
}

/** Shapes differ too, for the colour-blind. */
const SIGNS: Record<AdmissionTone, { shape: string; mark: string }> = {
  yes: { shape: 'M48 4a44 44 0 1 1 0 88a44 44 0 1 1 0-88z', mark: 'M28 50 42 64 69 34' },
  warn: { shape: 'M48 8 92 86H4z', mark: 'M48 36v24M48 72v1' },
  no: { shape: 'M30 4h36l26 26v36L66 92H30L4 66V30z', mark: 'M31 31l34 34M65 31 31 65' },
};

function AnswerSign({ tone }: { tone: AdmissionTone }): ReactNode {
  const { shape, mark } = SIGNS[tone];
  return (
    <svg className={styles.sign} viewBox="0 0 96 96" aria-hidden="true">
      <path className={styles.shape} d={shape} />
      <path className={styles.mark} d={mark} />
    </svg>
  );
}
