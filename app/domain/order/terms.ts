/** The purchase conditions in force; an order keeps the version its buyer accepted. Raise it whenever the text changes. */
export const TERMS_VERSION = '2026-11-21';

/** The same day as people read it on the page. */
export const TERMS_DATE_TEXT = '21 de novembre de 2026';
