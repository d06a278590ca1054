/** The version of /condicions and /privacitat that a buyer accepts; stored with the order. Changes with those texts. */
export const TERMS_VERSION = '2026-11';
