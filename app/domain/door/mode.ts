import type { AnswerView } from './unread.ts';
import { EXIT_VERDICTS } from './verdict.ts';

export const DOOR_MODES = ['in', 'out', 'serve'] as const;
export type DoorMode = (typeof DOOR_MODES)[number];

export const MODE_TEXTS: Record<DoorMode, { name: string; title: string; confirm: string; refusal: string }> = {
  in: { name: 'Entrar', title: 'Verificació de tiquets', confirm: 'Confirmar i Utilitzar', refusal: 'No passa' },
  out: { name: 'Eixir', title: 'Verificació de tiquets: eixida', confirm: 'Confirmar eixida', refusal: 'No pot eixir' },
  serve: { name: 'Servir', title: 'Servir a la cuina', confirm: 'Servir', refusal: 'No se servix' },
};

export const UNDO_REFUSED = 'No desfet';

export const INSIDE = 'És a dins: pot eixir';

export function modesOf(event: { exitReentry: boolean; kitchenService: boolean } | null): readonly DoorMode[] {
  return DOOR_MODES.filter((mode) => mode === 'in' || (mode === 'out' ? event?.exitReentry : event?.kitchenService) === true);
}

export function readMode(value: unknown): DoorMode {
  return DOOR_MODES.find((mode) => mode === value) ?? 'in';
}

/** Before anybody goes out: a ticket that is used is what the door wants to see there. Other refusals stay as they are. */
export function previewIn(mode: DoorMode, answer: AnswerView): AnswerView {
  if (mode !== 'out' || answer.ticket === undefined) return answer;
  if (answer.code === 'ALREADY_USED') return { ...answer, success: true, code: 'VALID', message: INSIDE };
  return answer.code === 'VALID' ? { ...answer, success: false, message: EXIT_VERDICTS.not_inside.message } : answer;
}
