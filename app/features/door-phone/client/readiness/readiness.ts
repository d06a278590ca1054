import type { DoorMode } from '#app/domain/door/mode.ts';

/** `renewed`: the server runs another build, whose files this page can't cache. */
export type PartState = 'stored' | 'coming' | 'failed' | 'impossible' | 'renewed';

export const READY_PARTS = ['list', 'page', 'decoder'] as const;
export type ReadyPart = (typeof READY_PARTS)[number];
export type ReadyParts = Record<ReadyPart, PartState>;

export interface Readiness {
  isReady: boolean;
  title: string;
  /** Effect of losing the network now; null where the phone can go on. */
  warning: string | null;
  parts: ReadyParts;
}

const WARNINGS: Record<ReadyPart, string> = {
  list: "Si ara se'n va la cobertura, este mòbil no podrà dir qui passa.",
  page: "Si ara se'n va la cobertura, no tanques esta pàgina: no tornaria a obrir-se.",
  decoder: "Si ara se'n va la cobertura, la càmera no llegirà codis: caldrà un lector.",
};

const MODE_NEEDS: Record<DoorMode, { title: string; warning: string } | null> = {
  in: null,
  out: { title: 'Per a eixir cal cobertura', warning: 'Sense cobertura no es marca qui ix. Entrar sí que funciona.' },
  serve: { title: 'Per a servir cal cobertura', warning: 'Sense cobertura es veuen els plats, però no es marquen.' },
};

export function readinessOf(parts: ReadyParts, mode: DoorMode): Readiness {
  const missing = READY_PARTS.find((part) => parts[part] !== 'stored');
  if (missing !== undefined) return { isReady: false, title: 'Encara no', warning: WARNINGS[missing], parts };
  const needs = MODE_NEEDS[mode];
  return needs === null ? { isReady: true, title: 'A punt per a treballar sense cobertura', warning: null, parts } : { isReady: false, ...needs, parts };
}
