import type { DoorEventOption } from '../schema.ts';

export const DOOR_MODES = ['in', 'out', 'serve'] as const;
export type DoorMode = (typeof DOOR_MODES)[number];

export const MODE_TEXTS: Record<DoorMode, { name: string; title: string }> = {
  in: { name: 'Entrar', title: 'Verificació de tiquets' },
  out: { name: 'Eixir', title: 'Verificació de tiquets: eixida' },
  serve: { name: 'Servir', title: 'Servir a la cuina' },
};

export function modesOf(event: Pick<DoorEventOption, 'exitReentry' | 'kitchenService'> | null): readonly DoorMode[] {
  return DOOR_MODES.filter((mode) => mode === 'in' || (mode === 'out' ? event?.exitReentry : event?.kitchenService) === true);
}

export function readMode(value: unknown): DoorMode {
  return DOOR_MODES.find((mode) => mode === value) ?? 'in';
}
