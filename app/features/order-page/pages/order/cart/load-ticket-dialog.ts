/** Apart from the page: it opens by a press, and half of the visitors never choose. */
export function loadTicketDialog(): Promise<typeof import('../ticket-dialog.tsx')> {
  return import('../ticket-dialog.tsx');
}
