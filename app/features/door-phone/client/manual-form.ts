/** The event and mode controls are outside this form. */
export const MANUAL_FORM = 'door-manual';
