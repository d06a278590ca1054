import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import type { ChipTone } from '#app/design/ui/chip.tsx';

export const ENTRY_WORDS: Record<WaitlistStatus, { text: string; tone: ChipTone }> = {
  unconfirmed: { text: 'Sense confirmar', tone: 'neutral' },
  waiting: { text: 'Espera', tone: 'neutral' },
  offered: { text: 'Oferta oberta', tone: 'saffron' },
  taken: { text: 'Comanda feta', tone: 'teal' },
  expired: { text: 'Ha caducat', tone: 'red' },
  left: { text: 'Ha eixit', tone: 'neutral' },
  removed: { text: 'Llevat', tone: 'neutral' },
  ended: { text: 'Llista acabada', tone: 'neutral' },
};
