/** Generous time-outs, so that a slow machine does not pass for a busy database. */
export const TIMEOUT_FACTOR = 10;
