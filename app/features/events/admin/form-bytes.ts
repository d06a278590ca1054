/** Without scripts the picture comes inside the form. */
export const EVENT_FORM_BYTES = 16 * 1024 * 1024;
