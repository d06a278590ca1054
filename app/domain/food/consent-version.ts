/** Of the text in `consent.ts`, which a person agreed to: a new text is a new version. */
export const CONSENT_VERSION = '2026-11';
