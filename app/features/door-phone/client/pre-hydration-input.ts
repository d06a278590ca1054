import { MANUAL_FORM } from './manual-form.ts';

export interface PreHydrationInput {
  eventId: number | null;
  text: string;
}

const NOTHING: PreHydrationInput = { eventId: null, text: '' };

/** What was chosen and typed while the scripts were still on their way: React would set it back. Read it before the page is taken over. */
export function preHydrationInput(): PreHydrationInput {
  if (typeof document === 'undefined') return NOTHING;
  const form = document.getElementById(MANUAL_FORM);
  if (!(form instanceof HTMLFormElement)) return NOTHING;
  const [event, text] = [form.elements.namedItem('eventId'), form.elements.namedItem('qrData')];
  const chosen = event instanceof HTMLSelectElement ? event.selectedOptions[0] : undefined;
  return {
    eventId: chosen === undefined || chosen.defaultSelected || chosen.index === 0 ? null : Number(chosen.value),
    text: text instanceof HTMLInputElement ? text.value : '',
  };
}
