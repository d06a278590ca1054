import type { ReactNode } from 'react';

import type { DoorAnswer } from '#app/domain/door/answer.ts';

import { type DoorMode, MODE_TEXTS, previewIn } from '#app/domain/door/mode.ts';
import { groundTone } from '#app/domain/door/unread.ts';
import { ScanAnswer, Preview } from './answer/answer.tsx';
import styles from './door.module.css';

interface PlainAnswerProps {
  answer: DoorAnswer;
  step: 'preview' | 'result';
  eventId: number | null;
  nonce: string;
  page: string;
  mode: DoorMode;
}

export function PlainAnswer({ answer, step, eventId, nonce, page, mode }: PlainAnswerProps): ReactNode {
  const preview = previewIn(mode, answer);
  return (
    <div className={styles.door} data-tone={groundTone({ step, answer: step === 'preview' ? preview : answer })} data-mode={mode}>
      <span />
      <main className={styles.main}>
        <h1 className={styles.title}>{MODE_TEXTS[mode].title}</h1>
        {step === 'preview' ? <Preview answer={preview} refusal={MODE_TEXTS[mode].refusal} isLocal={false} /> : <ScanAnswer answer={answer} refusal={MODE_TEXTS[mode].refusal} isLocal={false} />}
        <a className={styles.scan} href={page}>
          {step === 'preview' ? 'Cancel·lar' : 'Següent'}
        </a>
        {step === 'preview' && preview.success && answer.ticket !== undefined ? (
          <form method="post" action={page}>
            <input type="hidden" name="intent" value="use" />
            <input type="hidden" name="ticketId" value={answer.ticket.id} />
            <input type="hidden" name="eventId" value={eventId ?? ''} />
            <input type="hidden" name="nonce" value={nonce} />
            <input type="hidden" name="mode" value={mode} />
            <button type="submit" className={styles.scan}>
              {MODE_TEXTS[mode].confirm}
            </button>
          </form>
        ) : null}
      </main>
    </div>
  );
}
