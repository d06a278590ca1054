/** What people ask for about their own data. */
export const DATA_REQUEST_TEXTS = {
  show: 'Vore les dades',
  download: 'Descarregar-les',
  rename: 'Corregir el nom',
  withdraw_consent: 'Retirar els permisos',
  close: 'Tancar el compte i esborrar les dades',
  other: 'Una altra petició',
} as const;

export type DataRequestKind = keyof typeof DATA_REQUEST_TEXTS;

/** `waiting`: what is left of it waits for the end of an event. */
export type DataRequestStatus = 'open' | 'waiting' | 'done';
