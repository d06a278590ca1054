/** What the walk leaves out, and why. */
export const NOT_SENT: Readonly<Record<string, string>> = {
  'no stop: /tiquet-perdut/tiquets.pdf': 'a file',
  'no stop: /les-meues-dades/dades.json': 'a file',
  'not posted: /reset-password judge': 'the page asks it by itself as it opens, before anybody presses',
  'not posted: /admin/ticket-verification': 'with scripts the phone asks by a call',
  'not posted: /admin/ticket-verification use': 'the answer of a door without scripts; with them the phone asks by a call',
};
