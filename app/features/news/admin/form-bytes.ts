/** Without scripts pictures come inside the form: one of the largest size, or several smaller ones. */
export const FORM_BYTES = 16 * 1024 * 1024;
