/** Loaded on the first press: half of the visitors never open it. */
export function loadTicketDialog(): Promise<typeof import('../ticket-dialog.tsx')> {
  return import('../ticket-dialog.tsx');
}
