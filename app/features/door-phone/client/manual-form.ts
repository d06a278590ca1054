/** The event's select and the modes stand outside of this form. */
export const MANUAL_FORM = 'door-manual';
