import type { DoorAnswer } from './answer.ts';
import { type AdmissionTone, answerTone } from './verdict.ts';
import { readScannedText } from './scanned-text.ts';

/** `NOT_WHOLE`: a part of a code. `FOREIGN`: a code of somebody else. Of neither anybody can say that a ticket is not there. */
type UnreadCode = 'NOT_WHOLE' | 'FOREIGN';

interface Unread {
  success: false;
  code: UnreadCode;
  message: string;
  ticket?: never;
}

export type AnswerView = DoorAnswer | Unread;

export const UNREAD_WORDS: Record<UnreadCode, { word: string; message: string; advice: string }> = {
  NOT_WHOLE: { word: 'Torna a escanejar', message: "El codi no s'ha llegit sencer", advice: 'Ningú ha entrat amb esta lectura. Si torna a passar, prova amb el número.' },
  FOREIGN: { word: 'No és un tiquet', message: 'Este QR no és un tiquet nostre', advice: 'Que mostre el QR del tiquet, o prova amb el número.' },
};

export function isUnread(answer: AnswerView): answer is Unread {
  return answer.code === 'NOT_WHOLE' || answer.code === 'FOREIGN';
}

const FOREIGN = /^[a-z][a-z0-9+.-]*:|^\d{8,14}$/i;

/** Null for what may be a ticket: the door judges that. */
export function unreadOf(text: string, by: 'camera' | 'scanner'): Unread | null {
  if (readScannedText(text).kind !== 'unknown') return null;
  // A camera reads a code whole or not at all.
  const code = by === 'camera' || FOREIGN.test(text.trim()) ? 'FOREIGN' : 'NOT_WHOLE';
  return { success: false, code, message: UNREAD_WORDS[code].message };
}

export function toneOfAnswer(answer: AnswerView): AdmissionTone {
  if (isUnread(answer)) return answer.code === 'NOT_WHOLE' ? 'warn' : 'no';
  const { code, success, ticket } = answer;
  // The dishes may be given out, only nothing marks them.
  return code === 'VALID' && !success && ticket?.dishes !== undefined ? 'warn' : answerTone(answer);
}

/** Of the whole screen. Nothing has been done yet at an available ticket's preview. */
export function groundTone({ step, answer }: { step: 'preview' | 'result'; answer: AnswerView }): AdmissionTone | 'none' {
  const tone = toneOfAnswer(answer);
  return step === 'preview' && tone === 'yes' ? 'none' : tone;
}
