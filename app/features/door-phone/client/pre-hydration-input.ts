export interface PreHydrationInput {
  eventId: number | null;
  text: string;
}

const NOTHING: PreHydrationInput = { eventId: null, text: '' };

/** Input entered before hydration, which React would reset: call it before hydrating. */
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

export const MANUAL_FORM = 'door-manual';
