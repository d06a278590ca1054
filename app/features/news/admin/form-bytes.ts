/** One picture as large as may be, or several smaller ones, where they come with the form. */
export const FORM_BYTES = 16 * 1024 * 1024;
